import { buttonClass, Icon } from '@bollard/ui'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { ModuleScript } from '../shell/module-script.tsx'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import island from './copy-page.island.ts?worker&url'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'copy-page': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>
    }
  }
}

/** The Markdown of a page, to copy or to look at; `twin` is its address. */
export function CopyPage({ twin }: { twin: string }) {
  const { t } = useTranslation()
  return (
    <copy-page data-no-print data-source={twin} className="mt-4 flex flex-wrap items-center gap-x-1 gap-y-1">
      <button
        type="button"
        data-needs-js
        data-copy-page
        data-copied-text={t(($) => $.elements.copied)}
        className={buttonClass({ variant: 'line', size: 'dense' })}
      >
        <Icon name="copy" className="size-3.5" />
        <span aria-live="polite">{t(($) => $.structure.reading.copyMarkdown)}</span>
      </button>
      <a href={twin} className={buttonClass({ variant: 'quiet', size: 'dense' })}>
        {t(($) => $.structure.reading.viewMarkdown)}
      </a>
      <ModuleScript src={island} />
    </copy-page>
  )
}
