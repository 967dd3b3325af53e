import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { LanguageSwitcher } from './language-switcher.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export interface Crumb {
  label: string
  to: string
}

interface PageBarProps {
  title: string
  /** What lies above the page, from the outside in. */
  crumbs: readonly Crumb[]
  /** Name of the crumbs for screen readers. */
  label: string
  start: ReactNode
  children?: ReactNode
}

/** The bar that says where one is; `children` stand at its end, before language and theme. */
export function PageBar({ title, crumbs, label, start, children }: PageBarProps) {
  return (
    <header className="sticky top-0 z-20 flex min-h-[60px] items-center gap-3 border-b border-line bg-paper px-4 text-sm sm:px-9">
      {start}
      <nav aria-label={label} className="me-auto min-w-0">
        <ol className="flex min-w-0 items-center gap-2 text-ink-3 sm:gap-2.5">
          {crumbs.map((crumb) => (
            <Fragment key={crumb.to}>
              <li className="min-w-12 shrink-[9999] max-sm:nth-3:hidden">
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
      {children}
      {/* In small windows they stand in the menu. */}
      <span className="hidden items-center gap-2 sm:flex">
        <LanguageSwitcher />
        <ThemeToggle />
      </span>
    </header>
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
      <div className="me-auto grid min-w-0 gap-1.5">
        <h1 className="text-[1.75rem] hyphens-auto [overflow-wrap:anywhere]">{title}</h1>
        {subtitle ? <p className="max-w-[44rem] text-ink-2">{subtitle}</p> : null}
      </div>
      {children}
    </div>
  )
}
