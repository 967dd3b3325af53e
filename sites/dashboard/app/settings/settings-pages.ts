import type { Role, Solution } from '@bollard/contracts'

/** The pages under /settings in the order of the menu, and who is led there: everybody, or admins alone. */
export const settingsPages = [
  { path: 'general', who: 'EVERYBODY' },
  { path: 'members', who: 'EVERYBODY' },
  { path: 'billing', who: 'EVERYBODY' },
  { path: 'audit', who: 'ADMIN' },
  { path: 'unsubscribe', who: 'ADMIN' },
] as const
export type SettingsPath = (typeof settingsPages)[number]['path']

/** Those of the pages that somebody with a role is led to. */
export function settingsPagesFor(role: Role): SettingsPath[] {
  return settingsPages.filter(({ who }) => who === 'EVERYBODY' || role === 'ADMIN').map(({ path }) => path)
}

/** The menu is for admins of captchas and of monitoring; everybody else finds the members, from where they can leave. */
export function hasSettingsMenu({ item, myRole }: Pick<Solution, 'item' | 'myRole'>): boolean {
  return myRole === 'ADMIN' && (item.type === 'CAPTCHA' || item.type === 'MONITORING')
}
