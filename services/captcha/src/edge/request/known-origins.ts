import { hashOrigin } from '@bollard/proof-of-work/server'
import { BoundedMap } from '../../records/memory/bounded-map.ts'

/** A page's origin as a challenge needs it. */
export interface KnownOrigin {
  /** Host as the browser writes it, without port and brackets. */
  readonly host: string
  readonly hash: string
}

/** Takes origins apart, remembering the last ones: parsing an address costs more than looking it up. */
export function createOriginReader(): (origin: string | string[] | undefined) => KnownOrigin | null {
  const known = new BoundedMap<string, KnownOrigin>(10_000)
  return (origin) => {
    // Sandboxed frames and some redirects send the word "null"; nobody can allow that.
    if (typeof origin !== 'string' || origin === 'null' || origin.length > 300) return null
    const before = known.get(origin)
    if (before !== undefined) return before
    const host = hostOf(origin)
    if (host === null) return null
    const entry = { host, hash: hashOrigin(origin) }
    known.set(origin, entry)
    return entry
  }
}

function hostOf(origin: string): string | null {
  if (!/^https?:\/\//u.test(origin) || !URL.canParse(origin)) return null
  return plainHost(new URL(origin).hostname)
}

/** Without brackets, and without the dot at the end of a name, which names the same host. */
function plainHost(host: string): string {
  if (host.startsWith('[')) return host.slice(1, -1)
  return host.endsWith('.') ? host.slice(0, -1) : host
}
