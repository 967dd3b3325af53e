/** What a route may say about itself: `export const handle = { hydrate: false }` makes its page plain HTML. */
export interface SiteHandle {
  hydrate?: boolean
}

/** True unless the handle says no. */
export function routeHydrates(handle: unknown): boolean {
  return !(typeof handle === 'object' && handle !== null && 'hydrate' in handle && handle.hydrate === false)
}
