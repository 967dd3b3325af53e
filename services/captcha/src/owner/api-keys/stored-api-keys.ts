import type { ApiKey, ApiKeyScope } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** A key as people see it; `environmentNumber` and `siteId` are the numbers inside this service. */
export interface StoredApiKey extends Omit<ApiKey, 'state' | 'expiresAt' | 'lastUsedAt' | 'createdAt'> {
  readonly siteId: number
  readonly environmentNumber: number | null
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

const columns = `k.public_id as id, k.site_id as "siteId", k.name, k.prefix, k.last4, k.scopes, k.networks::text[] as networks, k.environment_id as "environmentNumber",
  e.public_id as "environmentId", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.created_at as "createdAt", k.created_by as "createdBy",
  k.revoked_at as "revokedAt", k.replaced_by as "replacedBy", k.version`
const source = 'captcha.api_keys k left join captcha.environments e on e.id = k.environment_id'

/** Keys of a site: those that work, then those that ended last; the newest first, 100 at most. */
export async function listStoredApiKeys(db: Queries, siteId: number, at: Date): Promise<StoredApiKey[]> {
  return db.query(
    'captcha-api-keys-list',
    `select ${columns} from ${source} where k.site_id = $1
     order by (k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)) desc,
       case when k.revoked_at is not null or k.expires_at <= $2 then least(k.revoked_at, k.expires_at) end desc nulls last, k.id desc
     limit 100`,
    [siteId, at],
  )
}

export async function findStoredApiKey(db: Queries, siteId: number, id: string): Promise<StoredApiKey | undefined> {
  const [key] = await db.query(
    'captcha-api-key',
    `select ${columns} from ${source} where k.site_id = $1 and k.public_id = $2`,
    [siteId, id],
  )
  return key
}

/** What the audit log records about a key. */
export function auditedApiKey({ name, prefix, last4, scopes, environmentId, networks, expiresAt }: AuditedApiKey) {
  return { name, prefix, last4, scopes, environmentId, networks, expiresAt }
}

type AuditedApiKey = Pick<StoredApiKey, 'name' | 'prefix' | 'last4' | 'scopes' | 'environmentId' | 'networks'> & {
  readonly expiresAt: Date | string | null
}

export function toApiKey(stored: StoredApiKey, at: Date): ApiKey {
  const { siteId: _, environmentNumber: __, expiresAt, lastUsedAt, createdAt, revokedAt, ...rest } = stored
  return {
    ...rest,
    state: revokedAt !== null ? 'REVOKED' : expiresAt !== null && expiresAt <= at ? 'EXPIRED' : 'ACTIVE',
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
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
