import type { Queries } from '@bollard/database'
import { compileNetworks } from '../../access/api-keys/allowed-networks.ts'
import { hashApiKey, isBypassKey } from '../../access/api-keys/key-format.ts'
import { compileHosts } from '../request/allowed-hosts.ts'

/** A bypass key that was not revoked, ready to be checked. */
export interface LiveBypassKey {
  readonly number: number
  /** SHA-256 of the key, in hexadecimal digits. */
  readonly hash: string
  /** Null: good for every environment of the site. */
  readonly environmentId: number | null
  /** Whether it may be used on pages of a host. */
  readonly allowsHost: (host: string) => boolean
  /** Whether it may be used from an address. */
  readonly allowsAddress: (address: string) => boolean
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface BypassVisitor {
  readonly environmentId: number
  /** Host of the page as browsers write it, without brackets. */
  readonly host: string
  readonly address: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export type FoundBypassKey =
  | { readonly status: 'found'; readonly key: LiveBypassKey }
  | { readonly status: 'unknown' | 'expired' | 'wrong-environment' | 'wrong-origin' | 'wrong-network' }

/** The keys of sites that were not revoked, by site; an expired one is recognized by its time. */
export async function loadBypassKeys(db: Queries, siteIds: readonly number[]): Promise<Map<number, LiveBypassKey[]>> {
  const rows = await db.query(
    'captcha-bypass-keys-live',
    `select site_id as "siteId", number, encode(hash, 'hex') as hash, environment_id as "environmentId", origins, networks::text[] as networks, expires_at as "expiresAt"
     from captcha.bypass_keys where site_id = any($1::int[]) and revoked_at is null order by site_id, number`,
    [siteIds],
  )
  return Map.groupBy(rows.map(compile), ({ siteId }) => siteId)
}

/** The key of a site that a visitor brings along, when it is good for this visitor; else why not. A revoked one is unknown. */
export function findBypassKey(keys: readonly LiveBypassKey[], secret: string, visitor: BypassVisitor): FoundBypassKey {
  if (keys.length === 0 || !isBypassKey(secret)) return { status: 'unknown' }
  const hash = hashApiKey(secret).toString('hex')
  const key = keys.find((one) => one.hash === hash)
  if (key === undefined) return { status: 'unknown' }
  if (key.expiresAt <= visitor.now) return { status: 'expired' }
  if (key.environmentId !== null && key.environmentId !== visitor.environmentId) return { status: 'wrong-environment' }
  if (!key.allowsHost(visitor.host)) return { status: 'wrong-origin' }
  if (!key.allowsAddress(visitor.address)) return { status: 'wrong-network' }
  return { status: 'found', key }
}

interface StoredBypassKey {
  readonly siteId: number
  readonly number: number
  readonly hash: string
  readonly environmentId: number | null
  readonly origins: readonly string[]
  readonly networks: readonly string[]
  readonly expiresAt: Date
}

function compile({ origins, networks, expiresAt, ...rest }: StoredBypassKey): LiveBypassKey & { siteId: number } {
  return {
    ...rest,
    allowsHost: origins.length === 0 ? () => true : compileHosts(origins),
    allowsAddress: compileNetworks(networks),
    expiresAt: expiresAt.getTime(),
  }
}
