import { type PublicSite, siteOrigins } from './site.ts'

/**
 * Where to go after sign-in: `value` when it is an address on one of our own sites, else null.
 * Everything else would let a link on our own site send people to somebody else's.
 */
export function safeReturnTo(value: unknown, urls: PublicSite['urls']): string | null {
  if (
    typeof value !== 'string' ||
    value.length > 2000 ||
    /[\\\s]/u.test(value) ||
    !/^https?:\/\//iu.test(value) ||
    !URL.canParse(value)
  )
    return null
  const url = new URL(value)
  if (url.username || url.password) return null
  return siteOrigins(urls).includes(url.origin) ? url.href : null
}
