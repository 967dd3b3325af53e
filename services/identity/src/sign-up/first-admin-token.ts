import type { Queries } from '@bollard/database'
import { createToken, hashToken } from '../secrets/token.ts'

/** A new token for the first administrator; it replaces an earlier one. Null when there is an administrator already. */
export async function createFirstAdminToken(db: Queries): Promise<string | null> {
  if (await hasAdmin(db)) return null
  const token = createToken()
  await keepFirstAdminToken(db, hashToken(token))
  return token
}

export async function keepFirstAdminToken(db: Queries, tokenHash: string): Promise<void> {
  await db.query(
    'identity-first-admin-token-keep',
    'insert into identity.first_admin_token (token_hash) values ($1) on conflict (only_row) do update set token_hash = excluded.token_hash',
    [tokenHash],
  )
}

/** True once, for the right token: of two callers at the same moment one gets false. */
export async function takeFirstAdminToken(db: Queries, tokenHash: string): Promise<boolean> {
  const rows = await db.query(
    'identity-first-admin-token-take',
    'delete from identity.first_admin_token where token_hash = $1 returning token_hash',
    [tokenHash],
  )
  return rows.length === 1
}

export async function hasAdmin(db: Queries): Promise<boolean> {
  const rows = await db.query('identity-has-admin', 'select 1 as one from identity.users where is_admin limit 1')
  return rows.length === 1
}
