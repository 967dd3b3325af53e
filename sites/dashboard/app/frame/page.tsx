import { LanguageSwitcher, PageHead, ThemeToggle, useSite } from '@bollard/site-kit'
import { classNames, Icon, IconButton, Posts } from '@bollard/ui'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SolutionNotices } from './solution-notices.tsx'
import { useMenu } from './menu-context.ts'
import { VisitNotice } from './visit-notice.tsx'

export interface Crumb {
  label: string
  to: string
}
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
  const { open, search } = useMenu()
  const outer = crumbs[0]?.label
  return (
    <>
      <PageHead
        hidden
        title={outer ? t(($) => $.pageTitleOf, { page: title, label: outer }) : t(($) => $.pageTitle, { page: title })}
      />
      <header className="sticky top-0 z-20 flex min-h-[60px] items-center gap-3 border-b border-line bg-paper px-4 text-sm sm:px-9">
        <IconButton
          data-needs-js
          data-menu-button
          size="normal"
          label={t(($) => $.nav.openMenu)}
          aria-haspopup="dialog"
          onClick={open}
          className="-ml-2 lg:!hidden"
        >
          <Icon name="menu" className="size-5" />
        </IconButton>
        <Link
          to={`/${language}/dashboard`}
          aria-label={t(($) => $.nav.dashboard)}
          className={classNames('shrink-0 rounded-sm lg:hidden', outer && 'max-sm:hidden')}
        >
          <Posts className="size-[22px]" />
        </Link>
        <nav aria-label={t(($) => $.nav.where)} className="mr-auto min-w-0">
          <ol className="flex min-w-0 items-center gap-2 text-ink-3 sm:gap-2.5">
            {crumbs.map((crumb) => (
              <Fragment key={crumb.to}>
                <li className="min-w-12 shrink-[99] max-sm:nth-3:hidden">
                  <Link to={crumb.to} className="block truncate rounded-sm leading-9 touch:leading-11 hover:text-ink">
                    {crumb.label}
                  </Link>
                </li>
                <li aria-hidden="true" className="max-sm:nth-4:hidden">
                  /
                </li>
              </Fragment>
            ))}
            <li aria-current="page" className="min-w-0 truncate font-[520] text-ink">
              {title}
            </li>
          </ol>
        </nav>
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
        <span className="hidden items-center gap-2 sm:flex">
          <LanguageSwitcher />
          <ThemeToggle />
        </span>
      </header>
      <main id="content" tabIndex={-1} className="px-4 pb-14 sm:px-9">
        <VisitNotice />
        <SolutionNotices />
        {children}
      </main>
    </>
  )
}

/** The heading of a page, with what belongs to the whole page at its end. */
export function PageTitle({
  title,
  subtitle,
  children,
}: {
  title: ReactNode
  subtitle?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="mt-7 mb-5 flex flex-wrap items-end gap-x-4 gap-y-3.5">
      <div className="mr-auto grid min-w-0 gap-1.5">
        <h1 className="text-[1.75rem] hyphens-auto [overflow-wrap:anywhere]">{title}</h1>
        {subtitle ? <p className="max-w-[44rem] text-ink-2">{subtitle}</p> : null}
      </div>
      {children}
    </div>
  )
}
