import type { ApiKeyScope } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** Whose key it is, and for what it may be used. */
export interface ApiKeyOwner {
  readonly apiKeyId: number
  /** What people see of it. */
  readonly publicId: string
  readonly siteId: number
  readonly solutionId: string
  /** Null: for every environment of the site. */
  readonly environmentId: number | null
  readonly scopes: readonly ApiKeyScope[]
  /** Empty: from anywhere. */
  readonly networks: readonly string[]
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

/** Owners of the keys that are not revoked, in the order of their hashes; an expired one is recognized by its time. */
export async function findApiKeyOwners(db: Queries, hashes: readonly Buffer[]): Promise<(ApiKeyOwner | undefined)[]> {
  const rows = await db.query(
    'captcha-secret-key-owners',
    `select k.hash, k.id as "apiKeyId", k.public_id as "publicId", k.site_id as "siteId", s.solution_id as "solutionId", k.environment_id as "environmentId",
       k.scopes, k.networks::text[] as networks, k.expires_at as "expiresAt", k.created_at as "createdAt"
     from captcha.api_keys k join captcha.sites s on s.id = k.site_id
     where k.hash = any($1::bytea[]) and k.revoked_at is null`,
    [hashes],
  )
  const byHash = new Map(rows.map(({ hash, ...owner }) => [hash.toString('latin1'), owner]))
  return hashes.map((hash) => byHash.get(hash.toString('latin1')))
}

/** Notes when keys were used, at most once a minute each: over all processes this keeps writes rare. */
export async function noteUses(db: Queries, uses: ReadonlyMap<number, number>): Promise<void> {
  await db.query(
    'captcha-api-key-uses',
    `update captcha.api_keys k set last_used_at = u.at
     from (select id, to_timestamp(ms / 1000.0) as at from unnest($1::int[], $2::bigint[]) as t(id, ms) order by id) u
     where k.id = u.id and (k.last_used_at is null or k.last_used_at <= u.at - interval '1 minute')`,
    [[...uses.keys()], [...uses.values()]],
  )
}
