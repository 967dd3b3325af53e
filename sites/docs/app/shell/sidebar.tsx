import { pathWithoutLanguage, useSite } from '@bollard/site-kit'
import { classNames, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { NavigationSection } from '../pages/all-pages.server.ts'
import { groupAnchor } from '../pages/group-anchor.ts'
import { sectionOf } from '../pages/sections.ts'

/** Sections with more pages open only where one is inside; elsewhere their first page stands for them. */
const pagesMax = 24

const sectionClass =
  'flex min-h-9 items-center gap-2 rounded-sm px-2.5 font-[560] text-ink hover:bg-sunken touch:min-h-11'

/** All sections with their pages; that of this page is open. Opens and closes without script. */
export function Sidebar({ navigation, label }: { navigation: readonly NavigationSection[]; label: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const path = pathWithoutLanguage(useLocation().pathname)
  const current = sectionOf(path)
  return (
    <nav aria-label={label} className="grid gap-1">
      {navigation.map(({ section, pages }) => {
        const title = t(($) => $.sections[section])
        if (pages.length > pagesMax && section !== current)
          return (
            <a key={section} href={`/${language}${pages[0]?.path ?? ''}`} className={sectionClass}>
              <span className="me-auto">{title}</span>
              <Icon name="chevron-right" className="size-3.5 shrink-0 text-ink-3" />
            </a>
          )
        return (
          <details key={section} open={section === current || current === null} className="group">
            <summary className={classNames(sectionClass, 'list-none [&::-webkit-details-marker]:hidden')}>
              <span className="me-auto">{title}</span>
              <Icon
                name="chevron-right"
                className="size-3.5 shrink-0 text-ink-3 group-open:rotate-90 rtl:group-open:-rotate-90"
              />
            </summary>
            <Pages pages={pages} path={path} />
          </details>
        )
      })}
    </nav>
  )
}

function Pages({ pages, path }: { pages: NavigationSection['pages']; path: string }) {
  const { language } = useSite()
  const groups = [...new Set(pages.map(({ group }) => group ?? ''))]
  const current = pages.find((page) => page.path === path)?.group ?? ''
  // Of a section with many pages the group of this page is open; the others are a place on its overview.
  const isOpen = (group: string) => pages.length <= pagesMax || group === '' || group === current
  const overview = `/${language}/${path.split('/')[1]}`
  return (
    <div className="mb-2 ms-2.5 grid border-s border-line ps-1.5">
      {groups.map((group) => (
        <div key={group} className="grid">
          {group === '' ? null : isOpen(group) ? (
            <p className="px-2.5 pt-3 pb-1 text-xs text-ink-3">{group}</p>
          ) : (
            <a
              href={`${overview}#${groupAnchor(group)}`}
              className="flex min-h-8 items-center gap-2 rounded-sm px-2.5 py-1 text-sm text-ink-2 hover:bg-sunken hover:text-ink touch:min-h-11"
            >
              <span className="me-auto">{group}</span>
              <Icon name="chevron-right" className="size-3 text-ink-3" />
            </a>
          )}
          {pages
            .filter((page) => isOpen(group) && (page.group ?? '') === group)
            .map((page) => (
              <PageLink key={page.path} path={page.path} isCurrent={page.path === path}>
                {page.title}
              </PageLink>
            ))}
        </div>
      ))}
    </div>
  )
}

function PageLink({ path, isCurrent, children }: { path: string; isCurrent: boolean; children: string }) {
  const { language } = useSite()
  return (
    <a
      href={`/${language}${path}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex min-h-8 items-center rounded-sm px-2.5 py-1 text-sm touch:min-h-11',
        isCurrent ? 'bg-amber-wash font-[560] text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
    </a>
  )
}
