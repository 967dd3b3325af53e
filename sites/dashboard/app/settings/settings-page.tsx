import { classNames } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { type Crumb, Page, PageTitle } from '../frame/page.tsx'
import { ScrollNav } from '../frame/scroll-nav.tsx'
import { useMayMakeApiKeys } from '../frame/use-signed-in.ts'
import { hasSettingsMenu, settingsPagesFor } from './settings-pages.ts'
import { useSettings } from './use-settings.ts'

interface SettingsPageProps {
  title: string
  subtitle?: ReactNode
  /** A page of the settings that lies between them and this one. */
  above?: Crumb
  children: ReactNode
}

/** One page of the settings of a solution. Whatever it holds is one column of cards. */
export function SettingsPage({ title, subtitle, above, children }: SettingsPageProps) {
  const { crumb } = useSettings()
  return (
    <Page title={title} crumbs={above ? [crumb, above] : [crumb]}>
      <PageTitle title={title} subtitle={subtitle} />
      <SettingsRow />
      <div className="grid max-w-[56rem] gap-4">{children}</div>
    </Page>
  )
}

/** The other pages of the settings, for whom they do not stand in the sidebar and where the sidebar is out of sight. */
export function SettingsRow() {
  const { t } = useTranslation()
  const { solution, base } = useSettings()
  const mayMakeApiKeys = useMayMakeApiKeys()
  return (
    <ScrollNav
      label={t(($) => $.settings.title)}
      className={classNames(
        'mb-5 flex max-w-[56rem] gap-1 border-b border-line',
        hasSettingsMenu(solution) && 'lg:hidden',
      )}
    >
      {settingsPagesFor(solution, mayMakeApiKeys).map((path) => (
        <NavLink
          key={path}
          to={`${base}/${path}`}
          className={({ isActive }) =>
            classNames(
              'inline-flex h-[2.125rem] items-center border-b-2 px-3 text-sm whitespace-nowrap touch:h-11',
              isActive ? 'border-amber font-[560] text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )
          }
        >
          {t(($) => $.settings.pages[path])}
        </NavLink>
      ))}
    </ScrollNav>
  )
}
