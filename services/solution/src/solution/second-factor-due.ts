import { idSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { factorNeededFrom, isFactorDue } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'

/** Whether what only admins of a solution may do asks for a second factor by now; false for an unknown one. For the services beside this one. */
export async function isSecondFactorDue(
  { db, now }: Pick<SolutionContext, 'db' | 'now'>,
  solutionId: string,
): Promise<boolean> {
  if (!idSchema.safeParse(solutionId).success) return false
  const [row] = await db.query<{ paidSince: Date | null }>(
    'solution-paid-since',
    'select paid_since as "paidSince" from solution.solutions where id = $1',
    [solutionId],
  )
  return isFactorDue(row?.paidSince ?? null, now())
}

/** From when somebody needs a second factor somewhere, because they administrate what is paid for; null where they do not. */
export async function secondFactorFrom(db: Queries, userId: string): Promise<Date | null> {
  const [row] = await db.query<{ paidSince: Date | null }>('paid-since-of-person', ofPersonSql, [userId])
  return row?.paidSince ? factorNeededFrom(row.paidSince) : null
}

const ofPersonSql = `select least(
  (select min(s.paid_since) from solution.members m join solution.solutions s on s.id = m.solution_id where m.user_id = $1 and m.role = 'ADMIN'),
  (select min(o.paid_since) from solution.organization_members m join solution.organizations o on o.id = m.organization_id
    where m.user_id = $1 and m.role = 'ADMIN' and o.deleted_at is null)) as "paidSince"`
