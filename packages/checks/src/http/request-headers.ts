import type { HttpAuthentication, HttpHeader } from '../check.ts'
import { hostOf } from '../connection/find-host.ts'

/** They belong to the connection, which is ours, or say how long the body is, which we know. */
const ours = /^(?:connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/iu
/** What another site may be told too. */
const forAll = new Set(['accept', 'accept-language', 'user-agent'])

export interface HeaderRules {
  readonly headers: readonly HttpHeader[]
  readonly authentication: HttpAuthentication | null
  readonly userAgent: string | undefined
  /** Whether the request goes to the site that the owner named; no other gets what may be secret. */
  readonly isOwnSite: boolean
}

/** The headers of a request, names in lower case. */
export function requestHeaders(url: URL, rules: HeaderRules): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {
    host: url.host,
    'user-agent': rules.userAgent ?? 'Bollard-Monitoring/1',
    accept: '*/*',
  }
  const own: Record<string, string[]> = {}
  for (const { name, value } of rules.headers) {
    const key = name.toLowerCase()
    if (!ours.test(key) && (rules.isOwnSite || forAll.has(key))) own[key] = [...(own[key] ?? []), value]
  }
  for (const [name, values] of Object.entries(own)) headers[name] = values.length > 1 ? values : (values[0] ?? '')
  const authorization = rules.isOwnSite ? authorizationOf(rules.authentication) : null
  return authorization === null ? headers : { ...headers, authorization }
}

function authorizationOf(authentication: HttpAuthentication | null): string | null {
  if (authentication?.kind === 'BEARER') return `Bearer ${authentication.token}`
  if (authentication?.kind !== 'BASIC') return null
  return `Basic ${Buffer.from(`${authentication.user}:${authentication.password}`).toString('base64')}`
}

/** Whether two addresses belong to one site: same scheme, host and port. */
export function isSameSite(one: URL, other: URL): boolean {
  return one.protocol === other.protocol && hostOf(one) === hostOf(other) && one.port === other.port
}
