import { useSite } from '@bollard/site-kit'
import { Logo } from '@bollard/ui'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SolutionSwitcher } from './solution-switcher.tsx'

/** The solution that the sidebar is about, and the way to another one. */
export function SidebarHead({ solutions, current }: ComponentProps<typeof SolutionSwitcher>) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <nav aria-label={t(($) => $.switcher.label)} className="min-w-0 flex-1">
      {solutions.length > 0 ? (
        <SolutionSwitcher solutions={solutions} current={current} />
      ) : (
        <Link to={`/${language}/dashboard`} className="inline-flex min-h-12 items-center rounded-sm px-2">
          <Logo name={t(($) => $.siteName)} />
        </Link>
      )}
    </nav>
  )
}
