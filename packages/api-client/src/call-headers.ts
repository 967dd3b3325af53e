import type { browserIdCookie, browserIdHeader } from '@bollard/contracts'

// Written out again, and compared by the compiler, because importing them would bring the schemas into pages.
const cookieName: typeof browserIdCookie = 'browser_id'
const headerName: typeof browserIdHeader = 'browser-id'

export interface HeaderSources {
  /** The request that a server is answering; its cookies and user agent are passed on. */
  readonly request?: Pick<Request, 'headers'> | undefined
  /** The cookies of the visitor as one `cookie` header; goes before those of `request`. */
  readonly cookies?: (() => string | undefined) | undefined
  /** Headers of every call, such as the visitor's address; they go before all others. */
  readonly requestHeaders?: (() => Readonly<Record<string, string | undefined>>) | undefined
}

/** The headers that say on whose behalf a call is made. */
export function callHeaders({ request, cookies, requestHeaders }: HeaderSources): Headers {
  const onServer = typeof document === 'undefined'
  const cookie = (cookies ? cookies() : request?.headers.get('cookie')) ?? (onServer ? undefined : document.cookie)
  const headers = new Headers({ accept: 'application/json' })
  const browserId = cookie === undefined ? undefined : findCookie(cookie, cookieName)
  if (browserId !== undefined) headers.set(headerName, browserId)
  // In a page the browser adds its cookies itself.
  if (onServer && cookie) headers.set('cookie', cookie)
  const userAgent = request?.headers.get('user-agent')
  if (userAgent) headers.set('user-agent', userAgent)
  for (const [name, value] of Object.entries(requestHeaders?.() ?? {}))
    if (value !== undefined) headers.set(name, value)
  return headers
}

/** Only an id that is safe in a header; anything else was not made by us. */
function findCookie(cookies: string, wanted: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2)
    if (name === wanted && /^[\w-]{1,128}$/u.test(value)) return value
  }
  return undefined
}
