/** What a route may say about itself: `export const handle = { hydrate: false }` makes its page plain HTML. */
export interface SiteHandle {
  hydrate?: boolean
  /**
   * Everybody gets the same page at an address without a query, apart from what they have answered about cookies: the host then keeps it
   * as it was sent. Not for a page that asks the API, or whose text depends on the time.
   */
  sameForAll?: boolean
}

/** True unless the handle says no. */
export function routeHydrates(handle: unknown): boolean {
  return !(typeof handle === 'object' && handle !== null && 'hydrate' in handle && handle.hydrate === false)
}

/** True only where the handle says so. */
export function isSameForAll(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'sameForAll' in handle && handle.sameForAll === true
}
