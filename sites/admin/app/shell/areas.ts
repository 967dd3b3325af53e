import type { IconName } from '@bollard/ui'

/** The areas of the sidebar in their order: a line each, as soon as the area has a route. The key names its title in the texts. */
export const areas = [
  { key: 'overview', icon: 'dashboard', path: 'overview' },
  { key: 'jobs', icon: 'refresh', path: 'jobs' },
  { key: 'mail', icon: 'mail', path: 'mail' },
  { key: 'limits', icon: 'filter', path: 'limits' },
  { key: 'abuse', icon: 'shield', path: 'abuse' },
  { key: 'system', icon: 'settings', path: 'system' },
] as const satisfies readonly {
  key: string
  icon: IconName
  path: string
}[]
