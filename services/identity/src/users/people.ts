import type { Person } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { isUuid, normaliseEmail } from './user.ts'

/** People by their ids, in any order; what is no id of one is left out. */
export function findPeople(db: Queries, userIds: readonly string[]): Promise<Person[]> {
  const ids = userIds.filter(isUuid)
  return db.query(
    'identity-people',
    `select ${columns} from identity.users where id = any ($1::uuid[]) and email_verified`,
    [ids],
  )
}

/** Null unless somebody has confirmed the address. */
export async function findPersonByEmail(db: Queries, email: string): Promise<Person | null> {
  const rows = await db.query(
    'identity-person-by-email',
    `select ${columns} from identity.users where email = $1 and email_verified`,
    [normaliseEmail(email)],
  )
  return rows[0] ?? null
}

/** The administrators of the deployment. */
export function findOperators(db: Queries): Promise<Person[]> {
  return db.query(
    'identity-operators',
    `select ${columns} from identity.users where is_admin and email_verified order by id`,
  )
}

/** Those of the people whose account is protected by its password alone. */
export async function findUnprotected(db: Queries, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query('identity-unprotected', unprotectedSql, [userIds.filter(isUuid)])
  return new Set(rows.map(({ id }) => id))
}

const unprotectedSql = `select id from identity.users where id = any ($1::uuid[])
  and not exists (select from identity.totp_secrets where user_id = users.id and confirmed_at is not null)
  and not exists (select from identity.passkeys where user_id = users.id)`
const columns = `id as "userId", email, given_name as "givenName", language`
