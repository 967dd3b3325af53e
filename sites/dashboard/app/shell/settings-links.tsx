import { SideLink, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { type ListedSolution, useMayMakeApiKeys } from '../frame/use-signed-in.ts'
import { SubMenu } from './sub-menu.tsx'
import { hasSettingsMenu, settingsPagesFor } from '../settings/settings-pages.ts'

/** What the sidebar has of the settings of a solution: a menu for its admins, for others the members alone. */
export function SettingsLinks({ solution }: { solution: ListedSolution }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const mayMakeApiKeys = useMayMakeApiKeys()
  const base = `/${language}/solutions/${solution.id}/settings`
  if (!hasSettingsMenu(solution)) {
    return (
      <SideLink icon="users" to={`${base}/members`}>
        {t(($) => $.settings.pages.members)}
      </SideLink>
    )
  }
  return (
    <SubMenu icon="settings" title={t(($) => $.settings.title)}>
      {settingsPagesFor(solution, mayMakeApiKeys).map((path) => (
        <SideLink key={path} to={`${base}/${path}`}>
          {t(($) => $.settings.pages[path])}
        </SideLink>
      ))}
    </SubMenu>
  )
}
