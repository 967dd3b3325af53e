import type { Queries } from '@bollard/database'
import { isUuid, normaliseEmail } from './user.ts'

/** Somebody with a confirmed address, as the other services may know them. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly givenName: string
  readonly language: 'en' | 'de'
}

/** People by their ids, in any order; what is no id of one is left out. */
export function findPeople(db: Queries, userIds: readonly string[]): Promise<Person[]> {
  const ids = userIds.filter(isUuid)
  return db.query(
    'identity-people',
    `SELECT ${columns} FROM identity.users WHERE id = ANY ($1::uuid[]) AND email_verified`,
    [ids],
  )
}

/** Null unless somebody has confirmed the address. */
export async function findPersonByEmail(db: Queries, email: string): Promise<Person | null> {
  const rows = await db.query<Person>(
    'identity-person-by-email',
    `SELECT ${columns} FROM identity.users WHERE email = $1 AND email_verified`,
    [normaliseEmail(email)],
  )
  return rows[0] ?? null
}

/** The administrators of the deployment. */
export function findOperators(db: Queries): Promise<Person[]> {
  return db.query(
    'identity-operators',
    `SELECT ${columns} FROM identity.users WHERE is_admin AND email_verified ORDER BY id`,
  )
}

/** Those of the people whose account is protected by its password alone. */
export async function findUnprotected(db: Queries, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>('identity-unprotected', unprotectedSql, [userIds.filter(isUuid)])
  return new Set(rows.map(({ id }) => id))
}

const unprotectedSql = `SELECT id FROM identity.users WHERE id = ANY ($1::uuid[])
  AND NOT EXISTS (SELECT FROM identity.totp_secrets WHERE user_id = users.id AND confirmed_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM identity.passkeys WHERE user_id = users.id)`
const columns = `id AS "userId", email, given_name AS "givenName", language`
