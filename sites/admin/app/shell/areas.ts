import type { IconName } from '@bollard/ui'

/** The areas of the sidebar in their order: a line each, as soon as the area has a route. The key names its title in the texts. */
export const areas = [{ key: 'overview', icon: 'dashboard', path: 'overview' }] as const satisfies readonly {
  key: string
  icon: IconName
  path: string
}[]
