import type { ApiKeyScope } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** Whose key it is, and for what it may be used. */
export interface SecretKeyOwner {
  readonly secretKeyId: number
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

/** Owners of the keys that are not revoked, in the order of their hashes; an expired one is told by its time. */
export async function findSecretKeyOwners(
  db: Queries,
  hashes: readonly Buffer[],
): Promise<(SecretKeyOwner | undefined)[]> {
  const rows = await db.query<SecretKeyOwner & { hash: Buffer }>(
    'captcha-secret-key-owners',
    `select k.hash, k.id as "secretKeyId", k.site_id as "siteId", s.solution_id as "solutionId", k.environment_id as "environmentId",
       k.scopes, k.networks::text[] as networks, k.expires_at as "expiresAt", k.created_at as "createdAt"
     from captcha.api_keys k join captcha.sites s on s.id = k.site_id
     where k.hash = any($1::bytea[]) and k.revoked_at is null`,
    [hashes],
  )
  const byHash = new Map(rows.map(({ hash, ...owner }) => [hash.toString('latin1'), owner]))
  return hashes.map((hash) => byHash.get(hash.toString('latin1')))
}

/** Makes changes of a site's keys and environments take turns, so that limits hold; readers and counters do not wait. */
export async function lockSite(tx: Queries, siteId: number): Promise<void> {
  await tx.query('captcha-site-turn', 'select 1 from captcha.sites where id = $1 for no key update', [siteId])
}

export interface NewApiKey {
  readonly publicId: string
  readonly siteId: number
  readonly environmentId: number | null
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  readonly networks: readonly string[]
  readonly hash: Buffer
  readonly prefix: string
  readonly last4: string
  readonly createdAt: Date
  readonly createdBy: string | null
  readonly expiresAt: Date | null
}

export async function insertApiKey(tx: Queries, key: NewApiKey): Promise<void> {
  await tx.query(
    'captcha-api-key-insert',
    `insert into captcha.api_keys (public_id, site_id, environment_id, name, scopes, networks, hash, prefix, last4, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5::text[], $6::cidr[], $7, $8, $9, $10, $11, $12)`,
    [
      key.publicId,
      key.siteId,
      key.environmentId,
      key.name,
      key.scopes,
      key.networks,
      key.hash,
      key.prefix,
      key.last4,
      key.createdAt,
      key.createdBy,
      key.expiresAt,
    ],
  )
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
