import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { version } from '../../../../package.json'

/** Where else to go; the feeds and files for programs stand here, too. */
export function DocsFooter() {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const links = [
    { href: `${urls.website}/${language}`, text: t(($) => $.footer.website) },
    { href: `${urls.dashboard}/${language}/support`, text: t(($) => $.footer.support) },
    { href: `/${language}/changelog`, text: t(($) => $.footer.changelog, { version }) },
    { href: '/llms.txt', text: 'llms.txt' },
    { href: `${urls.api}/openapi.json`, text: t(($) => $.footer.openApi) },
  ]
  return (
    <footer data-no-print className="border-t border-line px-4 py-8 sm:px-6 lg:px-12">
      <nav aria-label={t(($) => $.footer.label)} className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
        {links.map(({ href, text }) => (
          <a key={href} href={href} className="inline-flex items-center py-1 hover:text-ink touch:min-h-11">
            {text}
          </a>
        ))}
      </nav>
    </footer>
  )
}
