import type { Database } from '@bollard/database'

type Queries = Pick<Database, 'query'>

export interface SecretKeyOwner {
  readonly secretKeyId: number
  readonly siteId: number
  readonly solutionId: string
}

/** Owner of a key that is not revoked. */
export async function findSecretKeyOwner(db: Queries, hash: Buffer): Promise<SecretKeyOwner | undefined> {
  const [owner] = await db.query<SecretKeyOwner>(
    'captcha-secret-key-owner',
    `select k.id as "secretKeyId", k.site_id as "siteId", s.solution_id as "solutionId"
     from captcha.secret_keys k join captcha.sites s on s.id = k.site_id
     where k.hash = $1 and k.revoked_at is null`,
    [hash],
  )
  return owner
}

/** Replaces the active key of a site; to be run in a transaction. */
export async function replaceSecretKey(db: Queries, key: { siteId: number; hash: Buffer; prefix: string; last4: string; createdAt: Date }): Promise<void> {
  // Two rotations at once take turns here, so that exactly one key stays active.
  await db.query('captcha-site-lock', `select id from captcha.sites where id = $1 for update`, [key.siteId])
  await db.query('captcha-secret-key-revoke', `update captcha.secret_keys set revoked_at = $2 where site_id = $1 and revoked_at is null`, [
    key.siteId,
    key.createdAt,
  ])
  await db.query('captcha-secret-key-insert', `insert into captcha.secret_keys (site_id, hash, prefix, last4, created_at) values ($1, $2, $3, $4, $5)`, [
    key.siteId,
    key.hash,
    key.prefix,
    key.last4,
    key.createdAt,
  ])
}
