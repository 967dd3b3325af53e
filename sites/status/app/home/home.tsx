import { Posts } from '@bollard/ui'
import { useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { languages } from '@bollard/i18n'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../answer/language-of.server.ts'
import { Languages } from '../shell/languages.tsx'
import type { Route } from './+types/home.ts'

export function loader({ request, context }: Route.LoaderArgs): null {
  scopeOf(context, request).language = languageOf(request)
  return null
}

export const headers = (): HeadersInit => ({ 'cache-control': 'no-cache', vary: 'accept-language' })

/** What this address is for. Which pages there are is nobody's business. */
export default function Home() {
  const { t } = useTranslation()
  const { urls } = useSite()
  return (
    <main id="content" tabIndex={-1} className="mx-auto grid min-h-dvh max-w-[44rem] content-center gap-4 px-5 py-16">
      <title>{t(($) => $.home.title)}</title>
      <meta name="robots" content="noindex" />
      <Posts className="size-10" />
      <h1 className="text-2xl">{t(($) => $.home.title)}</h1>
      <p className="text-lg text-ink-2">{t(($) => $.home.text)}</p>
      <p>
        <a href={urls.website} className="text-link">
          {t(($) => $.home.website)}
        </a>
      </p>
      <div className="text-sm text-ink-3">
        <Languages offered={languages} />
      </div>
    </main>
  )
}
