import type { RequestScope } from '@bollard/site-kit/server'

/**
 * The request as the routes take it: one for a page of its own host is led to `/@host`. By the installation's own name only what belongs to
 * the form is found there. Null for an address that nobody outside may use.
 */
export function pathOfHost(request: Request, foreignHost: string | undefined): Request | null {
  const url = new URL(request.url)
  if (foreignHost === undefined) return !url.pathname.startsWith('/@') || isOfForm.test(url.pathname) ? request : null
  if (isOfEveryHost.test(url.pathname)) return request
  url.pathname = `/@${foreignHost}${url.pathname === '/' ? '' : url.pathname}`
  return new Request(url, request)
}

/** Links in messages lead to the installation, and robots ask at each host. */
const isOfEveryHost = /^\/(?:robots\.txt|subscription\/[^/]+)$/u
const isOfForm = /^\/@[a-z0-9.-]+\/(?:subscribe|unlock|logo|pass)$/u

/** Where a page is, as one request sees it. */
export interface Place {
  /** What addresses of its pages start with: nothing on its own host, else the slug; another origin where its form is at the installation's. */
  readonly base: string
  /** What addresses start with that stay at this origin: the form's, its cookie's and the logo's. */
  readonly here: string
  /** Where a visitor goes who has given the password. */
  readonly opened: string
}

export function placeOf(address: string, { foreignHost, site }: Pick<RequestScope, 'foreignHost' | 'site'>): Place {
  const here = foreignHost === undefined ? `/${address}` : ''
  if (foreignHost !== undefined || !address.startsWith('@')) return { base: here, here, opened: homeOf(here) }
  const own = new URL(site.urls.status)
  own.hostname = address.slice(1)
  return { base: own.origin, here, opened: `${here}/subscribe` }
}

/** The address of the page itself. */
export const homeOf = (base: string): string => base || '/'
