import type { PublicSite } from './site.ts'

/**
 * Where to go after sign-in: `value` when it is an address on one of our own sites, else null.
 * Everything else would let a link on our own site send people to somebody else's.
 */
export function safeReturnTo(value: unknown, urls: PublicSite['urls']): string | null {
  if (typeof value !== 'string' || value.length > 2000 || !/^https?:\/\//iu.test(value) || !URL.canParse(value)) return null
  const url = new URL(value)
  if (url.username || url.password) return null
  const ours = [urls.website, urls.identity, urls.dashboard].map((origin) => new URL(origin).origin)
  return ours.includes(url.origin) ? url.href : null
}
