import type { Standing } from '@bollard/access'
import { isFactorDue } from '../policy.ts'
import type { Queries } from '@bollard/database'
import { type SolutionRow, solutionColumns } from './solution-row.ts'

/**
 * A solution for a person, under row-level security: a member with the role that they have, an administrator of the deployment
 * for whom `seesAll` was set without one. Undefined when there is none, or not for them.
 */
export async function loadSolution(tx: Queries, userId: string, solutionId: string): Promise<SolutionRow | undefined> {
  const [row] = await tx.query('solution-load', loadSql, [solutionId, userId])
  return row
}

/** The same, and whoever else changes it waits. Sees what others have committed meanwhile. */
export async function loadForChange(tx: Queries, userId: string, solutionId: string): Promise<SolutionRow | undefined> {
  // Under row-level security `for update` finds only what may be changed; viewers are refused by the policy function later.
  await tx.query('solution-lock-row', 'select 1 from solution.solutions where id = $1 for no key update', [solutionId])
  return loadSolution(tx, userId, solutionId)
}

/** Whether members can only read: by a lock, or because nothing is left to change. */
function isReadOnly({ locks, lifecycle }: Pick<SolutionRow, 'locks' | 'lifecycle'>): boolean {
  return (
    locks.some(({ effect }) => effect === 'READ_ONLY') || !(lifecycle === 'ACTIVE' || lifecycle === 'CANCEL_SCHEDULED')
  )
}

/** How a person stands in it, for the policy. */
export function standingIn(row: SolutionRow, userId: string, now: Date): Standing {
  return { role: roleIn(row, userId), readOnly: isReadOnly(row), factorDue: isFactorDue(row.paidSince, now) }
}

/** The role that a person has in it; null for an administrator who is no member. */
export function roleIn(row: SolutionRow | undefined, userId: string): SolutionRow['myRole'] | null {
  return row?.members.find((member) => member.userId === userId)?.role ?? null
}

const loadSql = `select ${solutionColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.solutions s left join solution.members mine on mine.solution_id = s.id and mine.user_id = $2
  where s.id = $1`
