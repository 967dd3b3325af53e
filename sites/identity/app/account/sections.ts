import type { IconName } from '@bollard/ui'

/** Pages of the account below its overview, in the order of the menu; the keys of their texts, their addresses and their marks. */
export const accountSections = [
  { key: 'profile', path: 'profile', icon: 'user' },
  { key: 'security', path: 'security', icon: 'lock' },
  { key: 'email', path: 'email', icon: 'mail' },
  { key: 'notifications', path: 'notifications', icon: 'info' },
  { key: 'activity', path: 'activity', icon: 'clock' },
  { key: 'export', path: 'export', icon: 'external' },
  { key: 'delete', path: 'delete', icon: 'trash' },
] as const satisfies readonly { key: string; path: string; icon: IconName }[]
