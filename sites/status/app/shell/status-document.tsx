import { directions } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { favicon } from '@bollard/ui/favicon'
import { fontsBeforeFirstPaint } from '@bollard/ui/fonts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Links } from 'react-router'

/** The face of texts; headings share it here. */
const [textFont] = fontsBeforeFirstPaint

/** The document around every page: one font, one style sheet, and no script. */
export function StatusDocument({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <html lang={language} dir={directions[language]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" fetchPriority="low" href={textFont} />
        <link rel="icon" type="image/svg+xml" href={favicon} />
        <Links />
      </head>
      <body>
        <a
          href="#content"
          className="sr-only rounded-md bg-surface px-4 py-2 focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-50"
        >
          {t(($) => $.structure.skipToContent)}
        </a>
        {children}
      </body>
    </html>
  )
}
