import { useSite } from '@bollard/site-kit'
import { classNames, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

/** The pages of a section, which stand beside each of them. */
export interface SideList {
  /** What the section is called, and its first page, without the language; null where it has none. */
  readonly title: string
  readonly path: string | null
  readonly pages: readonly { readonly path: string; readonly title: string }[]
}

/** Beside the page where there is room, and above it, closed, where there is none. */
export function SideNavigation({ list }: { list: SideList }) {
  return (
    <>
      <aside
        data-no-print
        aria-label={list.title}
        className="sticky top-0 hidden max-h-dvh w-60 shrink-0 self-start overflow-y-auto overscroll-contain py-8 lg:block"
      >
        <Pages list={list} label={list.title} />
      </aside>
      <details data-no-print className="group mt-2 rounded-md border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 list-none items-center px-4 text-sm font-[560] [&::-webkit-details-marker]:hidden">
          <span className="me-auto">{list.title}</span>
          <Icon name="chevron-down" className="size-3.5 text-ink-3 group-open:rotate-180" />
        </summary>
        <div className="px-2 pb-3">
          <Pages list={list} label={list.title} />
        </div>
      </details>
    </>
  )
}

function Pages({ list: { title, path, pages }, label }: { list: SideList; label: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { pathname } = useLocation()
  const all = [...(path === null ? [] : [{ path, title: t(($) => $.shell.overview, { section: title }) }]), ...pages]
  return (
    <nav aria-label={label}>
      <ul className="grid">
        {all.map((page) => {
          const isCurrent = pathname.replace(/\/$/u, '') === `/${language}${page.path}`
          return (
            <li key={page.path}>
              <a
                href={`/${language}${page.path}`}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'flex min-h-8 items-center rounded-sm px-2.5 py-1 text-sm touch:min-h-11',
                  isCurrent ? 'bg-amber-wash font-[560] text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
                )}
              >
                {page.title}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
