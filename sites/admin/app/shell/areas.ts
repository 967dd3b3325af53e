import type { IconName } from '@bollard/ui'

/** The areas of the sidebar in their order: a line each, as soon as the area has a route. The key names its title in the texts. */
export const areas = [
  { key: 'overview', icon: 'dashboard', path: 'overview' },
  { key: 'users', icon: 'users', path: 'users' },
  { key: 'organizations', icon: 'users', path: 'organizations' },
  { key: 'solutions', icon: 'shield', path: 'solutions' },
  { key: 'advertising', icon: 'chart', path: 'advertising' },
  { key: 'billing', icon: 'list', path: 'billing' },
  { key: 'partner', icon: 'globe', path: 'partner' },
  { key: 'content', icon: 'list', path: 'content' },
  { key: 'contact', icon: 'mail', path: 'inbox' },
  { key: 'demos', icon: 'users', path: 'demos' },
  { key: 'telemetry', icon: 'chart', path: 'visits' },
  { key: 'jobs', icon: 'refresh', path: 'jobs' },
  { key: 'mail', icon: 'mail', path: 'mail' },
  { key: 'limits', icon: 'filter', path: 'limits' },
  { key: 'abuse', icon: 'shield', path: 'abuse' },
  { key: 'audit', icon: 'lock', path: 'audit' },
  { key: 'system', icon: 'settings', path: 'system' },
] as const satisfies readonly { key: string; icon: IconName; path: string }[]
