import { useSite } from '@bollard/site-kit'
import { classNames, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isContactUs, type SitePage, sitePages, topNavigation } from '../site-map/site-pages.ts'

interface NavigationProps {
  /** Paths without the language that have a page. */
  readonly existing: ReadonlySet<string>
}

/** The six sections in a row. What is below a section opens beside its link, so that both are reached by mouse and keyboard. */
export function TopNavigation({ existing }: NavigationProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t(($) => $.shell.main)} className="ms-3 hidden xl:block">
      <ul className="flex gap-1 font-[470] text-ink-2">
        {sectionsOf(existing).map(({ page, below }) => (
          <li key={page} className="relative flex items-center">
            <PageLink page={page} className="rounded-sm px-2 py-2 hover:text-ink aria-[current=page]:text-ink" />
            {below.length === 0 ? null : (
              <Below
                section={page}
                pages={below}
                isDropdown
                classes={{
                  summary: '-ms-1.5 grid size-7 hover:text-ink',
                  icon: 'size-3.5',
                  list: 'site-dropdown absolute top-full start-0 z-30 mt-2 grid w-max min-w-[250px] gap-0.5 rounded-lg border border-line bg-surface p-2 shadow-float',
                  link: 'flex min-h-10 items-center rounded-sm px-3 text-ink hover:bg-sunken aria-[current=page]:bg-amber-wash',
                }}
              />
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
            <PageLink page={page} className={classNames(menuLink, below.length > 0 && 'me-12')} />
            {below.length === 0 ? null : (
              <Below
                section={page}
                pages={below}
                classes={{
                  summary: 'absolute top-0 end-0 grid size-11 hover:bg-sunken',
                  icon: 'size-4 text-ink-3',
                  list: 'site-unfolding mb-1 ms-3 border-s border-line ps-2',
                  link: menuLink,
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const menuLink = 'flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken aria-[current=page]:bg-amber-wash'

interface BelowProps {
  section: SitePage
  pages: readonly SitePage[]
  /** Whether it lies above the page: then only one is open at a time, and it closes by itself. */
  isDropdown?: boolean
  classes: Readonly<Record<'summary' | 'icon' | 'list' | 'link', string>>
}

/** The pages below a section, behind a button of its own, so that the section's name stays a link. */
function Below({ section, pages, isDropdown = false, classes }: BelowProps) {
  const { t } = useTranslation()
  return (
    <details {...(isDropdown ? { name: 'site-navigation', 'data-menu': '' } : {})} className="site-submenu">
      <summary
        aria-label={t(($) => $.shell.more, { section: t(($) => $.shell.pages[section]) })}
        className={classNames(
          'list-none place-items-center rounded-sm [&::-webkit-details-marker]:hidden',
          classes.summary,
        )}
      >
        <Icon name="chevron-down" className={classes.icon} />
      </summary>
      <ul className={classes.list}>
        {pages.map((page) => (
          <li key={page}>
            <PageLink page={page} className={classes.link} />
          </li>
        ))}
      </ul>
    </details>
  )
}

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
