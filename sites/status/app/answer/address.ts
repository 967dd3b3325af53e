/**
 * The request as the routes take it: one for a page of its own host is led to `/@host`. Null for an address that
 * nobody outside may use.
 */
export function pathOfHost(request: Request, foreignHost: string | undefined): Request | null {
  const url = new URL(request.url)
  if (foreignHost === undefined) return url.pathname.startsWith('/@') ? null : request
  if (isOfEveryHost.test(url.pathname)) return request
  url.pathname = `/@${foreignHost}${url.pathname === '/' ? '' : url.pathname}`
  return new Request(url, request)
}

/** Links in messages lead to the installation, and robots ask at each host. */
const isOfEveryHost = /^\/(?:robots\.txt|subscription\/[^/]+)$/u

/** What addresses below the page start with: nothing on its own host, else the slug. */
export const baseOf = (address: string): string => (address.startsWith('@') ? '' : `/${address}`)

/** The address of the page itself. */
export const homeOf = (base: string): string => base || '/'
