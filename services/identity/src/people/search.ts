import type { PeopleFilter, PersonSummary } from '@bollard/contracts'
import type { RowOf } from '@bollard/database/statement-rows'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { IdentityContext } from '../identity-context.ts'
import { isUuid } from '../users/user.ts'

interface PeopleQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly filter?: PeopleFilter | undefined
}

type Context = Pick<IdentityContext, 'db'>
type PersonRow = RowOf<'identity-people-newest'>

/**
 * A page of accounts, in the order of the index that finds them: newest first without a search, else by what was searched for. A page
 * therefore costs the same at any number of accounts; only a search and a filter that hardly overlap read further.
 */
export async function searchPeople(
  { db }: Context,
  { q = '', filter, limit, cursor }: PeopleQuery,
): Promise<{ items: PersonSummary[]; nextCursor: string | null }> {
  if (isUuid(q)) {
    const rows = await db.query('identity-people-by-id', byIdSql, [q, filter ?? null])
    return { items: rows.map(toPersonSummary), nextCursor: null }
  }
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows =
    q === ''
      ? await newestOf({ db }, filter, [after ?? lastUuid, limit + 1])
      : await searchBy({ db }, q.toLowerCase(), filter ?? null, after, limit + 1)
  const items = rows.slice(0, limit).map(toPersonSummary)
  return { items, nextCursor: rows.length > limit ? encodeCursor(items.at(-1)?.id ?? '') : null }
}

/** Each filter has an index of its own, which is small. */
function newestOf({ db }: Context, filter: PeopleFilter | undefined, values: unknown[]): Promise<PersonRow[]> {
  switch (filter) {
    case undefined:
      return db.query('identity-people-newest', newestSql, values)
    case 'UNVERIFIED':
      return db.query('identity-people-unverified', unverifiedSql, values)
    case 'SUSPENDED':
      return db.query('identity-people-suspended', suspendedSql, values)
    case 'ADMINISTRATORS':
      return db.query('identity-people-administrators', administratorsSql, values)
    case 'DELETION_PENDING':
      return db.query('identity-people-ending', endingSql, values)
  }
}

async function searchBy(
  { db }: Context,
  q: string,
  filter: PeopleFilter | null,
  after: string | null,
  rows: number,
): Promise<PersonRow[]> {
  const kind = q.startsWith('@') ? 'domain' : q.includes('@') ? 'email' : 'name'
  const from = kind === 'domain' ? q.slice(1) : q
  // A domain is whole: nothing lies between it and the same with the lowest character behind.
  const to = `${from}${kind === 'domain' ? '\u0001' : '\u{10ffff}'}`
  const [place] = after === null ? [] : await db.query('identity-people-place', placeSql, [after])
  if (after !== null && place === undefined)
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  const values = [place?.[kind] ?? from, after ?? firstUuid, from, to, filter, rows]
  if (kind === 'domain') return db.query('identity-people-by-domain', byDomainSql, values)
  return kind === 'email'
    ? db.query('identity-people-by-email', byEmailSql, values)
    : db.query('identity-people-by-name', byNameSql, values)
}

const [firstUuid, lastUuid] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

export const personColumns = `id, email, given_name as "givenName", email_verified as "emailVerified", is_admin as "isAdmin",
  created_at as "createdAt", suspended_at as "suspendedAt", deletion_at as "deletionAt"`

const page = `select ${personColumns} from identity.users where id < $1`
const newestFirst = 'order by id desc limit $2'
const newestSql = `${page} ${newestFirst}`
const unverifiedSql = `${page} and not email_verified ${newestFirst}`
const suspendedSql = `${page} and suspended_at is not null ${newestFirst}`
const administratorsSql = `${page} and is_admin ${newestFirst}`
const endingSql = `${page} and deletion_at is not null ${newestFirst}`
const matches = `case $5::text
    when 'UNVERIFIED' then not email_verified when 'SUSPENDED' then suspended_at is not null
    when 'ADMINISTRATORS' then is_admin when 'DELETION_PENDING' then deletion_at is not null else true end`
const byIdSql = `select ${personColumns} from identity.users where id = $1 and ${matches.replace('$5', '$2')}`
// As the indexes have them: a row value and a range over it are one stretch of the index.
const email = 'email collate "C"'
const domain = `(substring(email from '[^@]*$')) collate "C"`
const name = '(lower(given_name)) collate "C"'
const byEmailSql = `select ${personColumns} from identity.users
  where (${email}, id) > ($1, $2::uuid) and ${email} >= $3 and ${email} < $4 and ${matches} order by ${email}, id limit $6`
const byDomainSql = `select ${personColumns} from identity.users
  where (${domain}, id) > ($1, $2::uuid) and ${domain} >= $3 and ${domain} < $4 and ${matches} order by ${domain}, id limit $6`
const byNameSql = `select ${personColumns} from identity.users
  where (${name}, id) > ($1, $2::uuid) and ${name} >= $3 and ${name} < $4 and ${matches} order by ${name}, id limit $6`
const placeSql = `select email, substring(email from '[^@]*$') as domain, lower(given_name) as name from identity.users where id = $1`

export function toPersonSummary(row: PersonRow): PersonSummary {
  const { id, email: address, givenName, emailVerified, isAdmin, createdAt, suspendedAt, deletionAt } = row
  return {
    id,
    email: address,
    givenName,
    emailVerified,
    isAdmin,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    deletionAt: deletionAt?.toISOString() ?? null,
  }
}
