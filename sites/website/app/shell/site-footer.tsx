import { ModuleScript, useSite } from '@bollard/site-kit'
import { Logo } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FooterColumn, footerColumns, sitePages } from '../site-map/site-pages.ts'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import administrationIsland from './administration.island.ts?worker&url'

export interface SiteFooterProps {
  /** Paths without the language that have a page. */
  readonly existing: ReadonlySet<string>
  /** Where the operator publishes source and status; null where nobody says. */
  readonly sourceUrl: string | null
  readonly statusUrl: string | null
}

const columns: readonly FooterColumn[] = ['product', 'knowledge', 'company', 'legal']

/** Where else to go. A link stands here only if there is a page behind it. */
export function SiteFooter({ existing, sourceUrl, statusUrl }: SiteFooterProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const links = (column: FooterColumn) => [
    ...(column === 'knowledge'
      ? [
          { href: `${urls.docs}/${language}`, text: t(($) => $.structure.documentation) },
          { href: `${urls.api}/openapi.json`, text: t(($) => $.footer.openApi) },
        ]
      : []),
    ...footerColumns[column]
      .filter((page) => existing.has(sitePages[page]))
      .map((page) => ({ href: `/${language}${sitePages[page]}`, text: t(($) => $.shell.pages[page]) })),
    ...(column === 'company' && sourceUrl !== null ? [{ href: sourceUrl, text: t(($) => $.shell.source) }] : []),
    ...(column === 'company' && statusUrl !== null ? [{ href: statusUrl, text: t(($) => $.shell.status) }] : []),
  ]
  return (
    <footer data-no-print className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-[1180px] gap-10 px-5 py-12 sm:px-8 lg:grid-cols-[1.2fr_3fr]">
        <div>
          <Logo name="Bollard" className="text-ink" />
          <p className="mt-3 max-w-[16rem] text-sm text-ink-2">{t(($) => $.footer.line)}</p>
        </div>
        <nav
          aria-label={t(($) => $.footer.label)}
          className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-6 gap-y-8"
        >
          {columns.map((column) => (
            <Column key={column} title={t(($) => $.shell.columns[column])} links={links(column)}>
              {column === 'company' ? <AdministrationLink /> : null}
            </Column>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** Empty until the server says that an administrator reads: the page itself is kept and the same for all. */
function AdministrationLink() {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <li>
      <administration-link
        data-from={`/${language}/administration`}
        data-text={t(($) => $.footer.administration)}
        data-look={linkLook}
      />
      <ModuleScript src={administrationIsland} />
    </li>
  )
}

const linkLook = 'inline-flex items-center py-1 hover:text-ink touch:min-h-11'

interface ColumnProps {
  title: string
  links: readonly { href: string; text: string }[]
  children: ReactNode
}

function Column({ title, links, children }: ColumnProps) {
  return (
    <section>
      <h2 className="mb-2 font-sans text-sm font-[580] tracking-normal">{title}</h2>
      <ul className="grid text-sm text-ink-2">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a className={linkLook} href={href}>
              {text}
            </a>
          </li>
        ))}
        {children}
      </ul>
    </section>
  )
}
