import { classNames } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { FactorNotice } from '../frame/factor-notice.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { ScrollNav } from '../frame/scroll-nav.tsx'
import { useOrganization } from './use-organization.ts'

interface OrganizationPageProps {
  title: string
  /** Heading, where it says something else than the title. */
  heading?: ReactNode
  subtitle?: ReactNode
  /** Stands at the end of the heading. */
  end?: ReactNode
  children: ReactNode
}

/** One page of an organization, with the ways to the others above it. */
export function OrganizationPage({ title, heading = title, subtitle, end, children }: OrganizationPageProps) {
  const { t } = useTranslation()
  const { base, crumbs, organization } = useOrganization()
  const tabs = [
    { to: base, title: t(($) => $.organizations.tabs.overview), end: true },
    { to: `${base}/solutions`, title: t(($) => $.organizations.tabs.solutions), end: false },
    { to: `${base}/earnings`, title: t(($) => $.organizations.tabs.earnings), end: false },
    { to: `${base}/settings`, title: t(($) => $.organizations.tabs.settings), end: false },
  ]
  return (
    <Page title={title} crumbs={crumbs}>
      <ScrollNav
        label={t(($) => $.organizations.tabs.label, { name: organization.name })}
        className="-mx-4 px-4 pt-3 sm:-mx-9 sm:px-9"
      >
        <ul className="flex w-max min-w-full gap-1 border-b border-line">
          {tabs.map((tab) => (
            <li key={tab.to}>
              <NavLink
                to={tab.to}
                end={tab.end}
                className={({ isActive }) =>
                  classNames(
                    '-mb-px inline-flex h-10 items-center border-b-2 px-3 text-sm whitespace-nowrap touch:h-11',
                    isActive ? 'border-amber font-[560] text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                  )
                }
              >
                {tab.title}
              </NavLink>
            </li>
          ))}
        </ul>
      </ScrollNav>
      <FactorNotice from={organization.secondFactorFrom} />
      <PageTitle title={heading} subtitle={subtitle}>
        {end}
      </PageTitle>
      {children}
    </Page>
  )
}
