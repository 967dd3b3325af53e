import { useSite } from '@bollard/site-kit'
import { classNames, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isContactUs, type SitePage, sitePages, topNavigation } from './site-pages.ts'

interface NavigationProps {
  /** Paths without the language that have a page. */
  readonly existing: ReadonlySet<string>
}

/** The six sections in a row. What is below a section opens beside its link, so that both are reached by mouse and keyboard. */
export function TopNavigation({ existing }: NavigationProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t(($) => $.shell.main)} className="ml-5 hidden xl:block">
      <ul className="flex gap-1 font-[470] text-ink-2">
        {sectionsOf(existing).map(({ page, below }) => (
          <li key={page} className="relative flex items-center">
            <PageLink page={page} className="rounded-sm px-2.5 py-2 hover:text-ink aria-[current=page]:text-ink" />
            {below.length === 0 ? null : (
              <details name="site-navigation" data-menu className="site-submenu">
                <summary
                  aria-label={t(($) => $.shell.more, { section: t(($) => $.shell.pages[page]) })}
                  className="-ml-1.5 grid size-7 list-none place-items-center rounded-sm hover:text-ink [&::-webkit-details-marker]:hidden"
                >
                  <Icon name="chevron-down" className="size-3.5" />
                </summary>
                <ul className="site-dropdown absolute top-full left-0 z-30 mt-2 grid w-max min-w-[250px] gap-0.5 rounded-lg border border-line bg-surface p-2 shadow-float">
                  {below.map((one) => (
                    <li key={one}>
                      <PageLink
                        page={one}
                        className="flex min-h-10 items-center rounded-sm px-3 text-ink hover:bg-sunken aria-[current=page]:bg-amber-wash"
                      />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same for windows without room for it: a list that the menu slides in, with what is below a section unfolding in its place. */
export function MenuNavigation({ existing }: NavigationProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t(($) => $.shell.main)}>
      <ul className="grid gap-0.5">
        {sectionsOf(existing).map(({ page, below }) => (
          <li key={page} className="relative">
            <PageLink page={page} className={classNames(menuLink, below.length > 0 && 'mr-12')} />
            {below.length === 0 ? null : (
              <details className="site-submenu">
                <summary
                  aria-label={t(($) => $.shell.more, { section: t(($) => $.shell.pages[page]) })}
                  className="absolute top-0 right-0 grid size-11 list-none place-items-center rounded-sm hover:bg-sunken [&::-webkit-details-marker]:hidden"
                >
                  <Icon name="chevron-down" className="size-4 text-ink-3" />
                </summary>
                <ul className="site-unfolding mb-1 ml-3 border-l border-line pl-2">
                  {below.map((one) => (
                    <li key={one}>
                      <PageLink page={one} className={menuLink} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const menuLink = 'flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken aria-[current=page]:bg-amber-wash'

function sectionsOf(existing: ReadonlySet<string>): typeof topNavigation {
  const exists = (page: SitePage) => existing.has(sitePages[page])
  return topNavigation
    .filter(({ page }) => exists(page))
    .map(({ page, below }) => ({ page, below: below.filter(exists) }))
}

function PageLink({ page, className }: { page: SitePage; className: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { pathname } = useLocation()
  const href = `/${language}${sitePages[page]}`
  const isCurrent = page === 'contactUs' ? isContactUs(pathname) : pathname.replace(/\/$/u, '') === href
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined} className={className}>
      {t(($) => $.shell.pages[page])}
    </a>
  )
}
