import type { Site } from '../site/site.ts'

/**
 * A `Set-Cookie` header for what a site keeps in a browser and no script may read: for all its pages, and not sent along by other sites.
 * `maxAge` in seconds; without one it ends with the browser, and 0 forgets it.
 */
export function hiddenCookie({ secure }: Pick<Site, 'secure'>, name: string, value: string, maxAge?: number): string {
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${name}=${value}${life}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
