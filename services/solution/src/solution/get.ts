import type { Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { assertAllowed } from '../policy.ts'
import type { Actor, SolutionDeps } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { type SolutionRow, solutionColumns, toSolution } from '../store/solution-row.ts'

/** One solution, for its members. */
export async function getSolution(deps: Pick<SolutionDeps, 'db' | 'now'>, actor: Actor, solutionId: string): Promise<Solution> {
  const [row] = await asActor(deps.db, actor, (tx) => tx.query<SolutionRow>('solution-get', getSql, [solutionId, actor.userId]))
  assertAllowed(actor, 'solution.read', { role: row?.myRole ?? null, now: deps.now() })
  if (!row) throw new ProblemError('not-found')
  return toSolution(row)
}

const getSql = `select ${solutionColumns}, mine.role as "myRole"
  from solution.solutions s join solution.members mine on mine.solution_id = s.id and mine.user_id = $2
  where s.id = $1`
