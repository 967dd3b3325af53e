import type { Solution } from '@bollard/contracts'

/** The pages under /settings in the order of the menu, and who is led there: everybody, admins alone, or admins who may make API keys. */
export const settingsPages = [
  { path: 'general', who: 'EVERYBODY' },
  { path: 'members', who: 'EVERYBODY' },
  { path: 'billing', who: 'EVERYBODY' },
  { path: 'bypass-keys', who: 'ADMIN' },
  { path: 'api-keys', who: 'KEY_MAKER' },
  { path: 'audit', who: 'ADMIN' },
  { path: 'unsubscribe', who: 'ADMIN' },
] as const
export type SettingsPath = (typeof settingsPages)[number]['path']

/** Those of the pages that somebody with a role is led to. Monitoring has no captcha, and so no keys. */
export function settingsPagesFor(
  { item, myRole }: Pick<Solution, 'item' | 'myRole'>,
  mayMakeApiKeys: boolean,
): SettingsPath[] {
  return settingsPages
    .filter(({ who }) => who === 'EVERYBODY' || (myRole === 'ADMIN' && (who === 'ADMIN' || mayMakeApiKeys)))
    .filter(({ path }) => item.type !== 'MONITORING' || (path !== 'bypass-keys' && path !== 'api-keys'))
    .map(({ path }) => path)
}

/** The menu is for admins; everybody else finds the members, from where they can leave. */
export function hasSettingsMenu({ myRole }: Pick<Solution, 'myRole'>): boolean {
  return myRole === 'ADMIN'
}
