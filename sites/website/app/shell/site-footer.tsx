import { useSite } from '@bollard/site-kit'
import { Logo } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export function SiteFooter() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto flex max-w-[1180px] flex-wrap items-center gap-x-8 gap-y-4 px-5 py-10 text-ink-2 sm:px-8">
        <Logo name="Bollard" className="text-ink" />
        <p className="mr-auto text-sm">{t(($) => $.footer.line)}</p>
        <nav aria-label={t(($) => $.footer.label)} className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <a className="inline-flex items-center py-1 hover:text-ink touch:min-h-11" href={`${urls.docs}/${language}`}>
            {t(($) => $.structure.documentation)}
          </a>
          <a
            className="inline-flex items-center py-1 hover:text-ink touch:min-h-11"
            href={`${urls.identity}/${language}/sign-in`}
          >
            {t(($) => $.nav.signIn)}
          </a>
          <a
            className="inline-flex items-center py-1 hover:text-ink touch:min-h-11"
            href={`/${language}/legal/cookie-settings`}
          >
            {t(($) => $.footer.cookies)}
          </a>
          <a className="inline-flex items-center py-1 hover:text-ink touch:min-h-11" href={`${urls.api}/openapi.json`}>
            {t(($) => $.footer.openApi)}
          </a>
        </nav>
      </div>
    </footer>
  )
}
