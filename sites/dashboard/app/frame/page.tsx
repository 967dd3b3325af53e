import { type Crumb, MenuButton, PageBar, PageHead, useSite } from '@bollard/site-kit'
import { classNames, Icon, Posts } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SolutionNotices } from './solution-notices.tsx'
import { useSearch } from './search-context.ts'
import { VisitNotice } from './visit-notice.tsx'

export { type Crumb, PageTitle } from '@bollard/site-kit'

export interface PageProps {
  /** Name of the page, in the bar and in the window's title. */
  title: string
  /** What lies above it, from the outside in. */
  crumbs?: readonly Crumb[]
  /** Stands at the end of the bar. */
  end?: ReactNode
  children: ReactNode
}

/** One page of the dashboard: its title, the bar that says where one is, and its content. */
export function Page({ title, crumbs = [], end, children }: PageProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const search = useSearch()
  const outer = crumbs[0]?.label
  return (
    <>
      <PageHead
        hidden
        title={outer ? t(($) => $.pageTitleOf, { page: title, label: outer }) : t(($) => $.pageTitle, { page: title })}
      />
      <PageBar
        title={title}
        crumbs={crumbs}
        label={t(($) => $.nav.where)}
        start={
          <>
            <MenuButton label={t(($) => $.nav.openMenu)} />
            <Link
              to={`/${language}/dashboard`}
              aria-label={t(($) => $.nav.dashboard)}
              className={classNames('shrink-0 rounded-sm lg:hidden', outer && 'max-sm:hidden')}
            >
              <Posts className="size-[22px]" />
            </Link>
          </>
        }
      >
        {end}
        <button
          type="button"
          data-needs-js
          onClick={search}
          aria-keyshortcuts="Control+K Meta+K"
          className="flex h-[2.125rem] items-center gap-2 rounded-dense border border-line-strong px-2.5 text-ink-3 hover:border-ink-3 hover:text-ink touch:h-11"
        >
          <Icon name="search" className="size-4" />
          <span className="max-md:sr-only">{t(($) => $.palette.open)}</span>
          <kbd aria-hidden="true" className="font-mono text-xs max-md:hidden">
            Ctrl K
          </kbd>
        </button>
      </PageBar>
      <main id="content" tabIndex={-1} className="px-4 pb-14 sm:px-9">
        <VisitNotice />
        <SolutionNotices />
        {children}
      </main>
    </>
  )
}
