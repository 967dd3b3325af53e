import type { Actor } from '@bollard/access'
import { idSchema, type Lifecycle, type Role, type Solution } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { factorNeededFrom, isFactorDue } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** What its owner calls a solution, for mails to the owner; null when there is none. Asked by services, so in nobody's name. */
export async function findLabel({ db }: Pick<SolutionContext, 'db'>, solutionId: string): Promise<string | null> {
  const [row] = await db.query('solution-label', 'select label from solution.solutions where id = $1', [solutionId])
  return row?.label ?? null
}

/** What its owner calls a solution, with the name of its organization if it has one, for operators; null when there is none. */
export async function findOwnedLabel(
  { db }: Pick<SolutionContext, 'db'>,
  solutionId: string,
): Promise<{ readonly label: string; readonly organization: string | null } | null> {
  const [row] = await db.query(
    'solution-owned-label',
    `select s.label, o.name as organization from solution.solutions s left join solution.organizations o on o.id = s.organization_id
     where s.id = $1`,
    [solutionId],
  )
  return row ?? null
}

/** The language that was chosen for a solution, for mails about it to addresses without an account; null when there is none. */
export async function findLanguage(
  { db }: Pick<SolutionContext, 'db'>,
  solutionId: string,
): Promise<Solution['language'] | null> {
  const [row] = await db.query('solution-language', 'select language from solution.solutions where id = $1', [
    solutionId,
  ])
  return row?.language ?? null
}

/** The time zone in which mails about a solution name days, such as `Europe/Berlin`; null when there is no such solution. */
export async function findTimeZone({ db }: Pick<SolutionContext, 'db'>, solutionId: string): Promise<string | null> {
  const [row] = await db.query('solution-time-zone', 'select timezone from solution.solutions where id = $1', [
    solutionId,
  ])
  return row?.timezone ?? null
}

/** The role of a person in a solution; null for a stranger and for a solution that does not exist, which nobody can tell apart. */
export async function findRole(
  context: Pick<SolutionContext, 'db'>,
  actor: Pick<Actor, 'userId'>,
  solutionId: string,
): Promise<Role | null> {
  if (!idSchema.safeParse(solutionId).success) return null
  const [row] = await asActor(context.db, actor, (tx) => tx.query('solution-role', roleSql, [solutionId, actor.userId]))
  return row?.role ?? null
}

const roleSql = 'select role from solution.members where solution_id = $1 and user_id = $2'

/** The first solution that each of these people created, whatever became of it; those who never created any are left out. */
export async function findFirstSolutions(
  db: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.query('solution-first-of-people', firstSql, [userIds])
  return new Map(rows.map(({ userId, solutionId }) => [userId, solutionId]))
}

const firstSql = `select distinct on (created_by) created_by as "userId", id as "solutionId" from solution.solutions
  where created_by = any($1::text[]) order by created_by, created_at, id`

export interface FoundLifecycle {
  readonly lifecycle: Lifecycle
  readonly endsAt: Date | null
  readonly deletionAt: Date | null
}

/** How far the lives of solutions are. Asked by services, so in nobody's name; unknown ids are left out. */
export async function findLifecycles(
  { db }: Pick<SolutionContext, 'db'>,
  solutionIds: readonly string[],
): Promise<Map<string, FoundLifecycle>> {
  const rows = await db.query(
    'solution-lifecycles',
    'select id, lifecycle, ends_at as "endsAt", deletion_at as "deletionAt" from solution.solutions where id = any($1::uuid[])',
    [solutionIds],
  )
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

/** Whether what only admins of a solution may do asks for a second factor by now; false for an unknown one. For the services beside this one. */
export async function isSecondFactorDue(
  { db, now }: Pick<SolutionContext, 'db' | 'now'>,
  solutionId: string,
): Promise<boolean> {
  if (!idSchema.safeParse(solutionId).success) return false
  const [row] = await db.query(
    'solution-paid-since',
    'select paid_since as "paidSince" from solution.solutions where id = $1',
    [solutionId],
  )
  return isFactorDue(row?.paidSince ?? null, now())
}

/** From when somebody needs a second factor somewhere, because they administrate what is paid for; null where they do not. */
export async function secondFactorFrom(db: Queries, userId: string): Promise<Date | null> {
  const [row] = await db.query('paid-since-of-person', ofPersonSql, [userId])
  return row?.paidSince ? factorNeededFrom(row.paidSince) : null
}

const ofPersonSql = `select least(
  (select min(s.paid_since) from solution.members m join solution.solutions s on s.id = m.solution_id where m.user_id = $1 and m.role = 'ADMIN'),
  (select min(o.paid_since) from solution.organization_members m join solution.organizations o on o.id = m.organization_id
    where m.user_id = $1 and m.role = 'ADMIN' and o.deleted_at is null)) as "paidSince"`

/**
 * Whether two solutions belong to the same owner: to one organization, or where neither has one, to the same first admin. Asked by
 * services, so in nobody's name; false for an unknown one.
 */
export async function shareOwner({ db }: Pick<SolutionContext, 'db'>, one: string, other: string): Promise<boolean> {
  if (![one, other].every((id) => idSchema.safeParse(id).success)) return false
  const [row] = await db.query('solution-share-owner', shareOwnerSql, [one, other])
  return row?.shared ?? false
}

/** The solutions of the owner of a solution, with itself; none for an unknown one. See `shareOwner`. */
export async function solutionsOfOwner({ db }: Pick<SolutionContext, 'db'>, solutionId: string): Promise<string[]> {
  if (!idSchema.safeParse(solutionId).success) return []
  const rows = await db.query('solution-ids-of-owner', ofOwnerSql, [solutionId])
  return rows.map(({ id }) => id)
}

const firstAdmin = (solution: string) =>
  `(select min(m.user_id) from solution.members m where m.solution_id = ${solution}.id and m.role = 'ADMIN')`
const shareOwnerSql = `select coalesce(a.organization_id = b.organization_id,
    a.organization_id is null and b.organization_id is null and ${firstAdmin('a')} = ${firstAdmin('b')}, false) as shared
  from solution.solutions a join solution.solutions b on b.id = $2 where a.id = $1`
const ofOwnerSql = `select b.id from solution.solutions a join solution.solutions b on b.organization_id = a.organization_id where a.id = $1
  union select b.id from solution.solutions a join solution.members m on m.user_id = ${firstAdmin('a')} join solution.solutions b
    on b.id = m.solution_id where a.id = $1 and a.organization_id is null and b.organization_id is null and ${firstAdmin('b')} = ${firstAdmin('a')}`
