import { classNames } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { ScrollNav } from '../../frame/scroll-nav.tsx'
import { OrganizationPage } from '../organization-page.tsx'
import { useOrganization } from '../use-organization.ts'

const settingsSections = ['general', 'payout', 'verification', 'members', 'links', 'audit', 'deletion'] as const
type SettingsSection = (typeof settingsSections)[number]

/** What every member may look at; the rest is for admins. */
const open: readonly SettingsSection[] = ['general', 'members']

/** One part of an organization's settings, with those beside it that one's role may see. */
export function SettingsPage({
  section,
  title,
  subtitle,
  children,
}: {
  section: SettingsSection
  /** Of a page below the section; without one, the section is the page. */
  title?: string
  subtitle?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { base, reaches } = useOrganization()
  const shown = settingsSections.filter((one) => reaches('ADMIN') || open.includes(one))
  return (
    <OrganizationPage
      title={title ?? t(($) => $.organizations.sections[section])}
      heading={
        <>
          <span className="sr-only">{t(($) => $.organizations.tabs.settings)}: </span>
          {title ?? t(($) => $.organizations.sections[section])}
        </>
      }
      subtitle={subtitle}
    >
      <div className="grid gap-x-8 gap-y-5 xl:grid-cols-[11rem_minmax(0,1fr)]">
        <ScrollNav
          label={t(($) => $.organizations.tabs.settings)}
          className="-mx-4 px-4 max-xl:pb-1 sm:-mx-9 sm:px-9 xl:mx-0 xl:overflow-visible xl:bg-none xl:px-0"
        >
          <ul className="flex gap-1 xl:sticky xl:top-24 xl:-ms-3 xl:grid">
            {shown.map((one) => (
              <li key={one} className="shrink-0">
                <NavLink
                  to={one === 'general' ? `${base}/settings` : `${base}/settings/${one}`}
                  end={one === 'general'}
                  className={({ isActive }) =>
                    classNames(
                      'flex min-h-9 items-center rounded-sm px-3 text-sm whitespace-nowrap touch:min-h-11',
                      isActive ? 'bg-sunken font-[560] text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
                    )
                  }
                >
                  {t(($) => $.organizations.sections[one])}
                </NavLink>
              </li>
            ))}
          </ul>
        </ScrollNav>
        <div className="grid max-w-[56rem] min-w-0 grid-cols-1 content-start gap-4">{children}</div>
      </div>
    </OrganizationPage>
  )
}
