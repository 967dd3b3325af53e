import type { BypassKey } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** A bypass key as people see it, with how often it was used. */
export interface StoredBypassKey extends Omit<BypassKey, 'state' | 'expiresAt' | 'lastUsedAt' | 'createdAt'> {
  readonly number: number
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

const selection = `select k.id, k.number, k.name, k.prefix, k.last4, e.public_id as "environmentId", k.origins, k.networks::text[] as networks, k.uses_per_day as "usesPerDay",
    k.expires_at as "expiresAt", k.created_at as "createdAt", k.created_by as "createdBy", k.revoked_at as "revokedAt", k.version,
    coalesce(u.today, 0)::int as "usesToday", coalesce(u.month, 0)::int as "usesLast30Days", u.last_at as "lastUsedAt"
  from captcha.bypass_keys k
  left join captcha.environments e on e.id = k.environment_id
  left join lateral (
    select sum(u.n) filter (where u.day = today) as today, sum(u.n) filter (where u.day between today - 29 and today) as month, max(u.last_at) as last_at
    from captcha.bypass_uses u, (select ($2::timestamptz at time zone 'UTC')::date as today) d where u.site_id = k.site_id and u.number = k.number
  ) u on true`

/** Bypass keys of a site: those that work, then those that ended last; the newest first, 100 at most. */
export async function listStoredBypassKeys(db: Queries, siteId: number, at: Date): Promise<StoredBypassKey[]> {
  return db.query(
    'captcha-bypass-keys-list',
    `${selection} where k.site_id = $1
     order by (k.revoked_at is null and k.expires_at > $2) desc,
       case when k.revoked_at is not null or k.expires_at <= $2 then least(k.revoked_at, k.expires_at) end desc nulls last, k.number desc
     limit 100`,
    [siteId, at],
  )
}

export async function findStoredBypassKey(
  db: Queries,
  siteId: number,
  id: string,
  at: Date,
): Promise<StoredBypassKey | undefined> {
  const [key] = await db.query('captcha-bypass-key', `${selection} where k.site_id = $1 and k.id = $3`, [
    siteId,
    at,
    id,
  ])
  return key
}

/** What the audit log tells of a bypass key. */
export function auditedBypassKey({
  name,
  prefix,
  last4,
  environmentId,
  origins,
  networks,
  usesPerDay,
  expiresAt,
}: StoredBypassKey) {
  return { name, prefix, last4, environmentId, origins, networks, usesPerDay, expiresAt }
}

export function toBypassKey(stored: StoredBypassKey, at: Date): BypassKey {
  const { number: _, expiresAt, lastUsedAt, createdAt, revokedAt, ...rest } = stored
  return {
    ...rest,
    state: revokedAt !== null ? 'REVOKED' : expiresAt <= at ? 'EXPIRED' : 'ACTIVE',
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
