import type { Actor } from '@bollard/access'
import type { Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { describeSolutions } from './describe.ts'
import { loadSolution, roleIn } from '../store/load.ts'

/** One solution, for its members, and for administrators of the deployment, who read it as viewers. */
export async function getSolution(
  context: Pick<SolutionContext, 'db' | 'now' | 'billing'>,
  actor: Actor,
  solutionId: string,
): Promise<Solution> {
  const row = await asActor(context.db, actor, (tx) => loadSolution(tx, actor.userId, solutionId), { seesAll: true })
  assertAllowed(actor, 'solution.read', { role: roleIn(row, actor.userId) }, context.now())
  const [solution] = row === undefined ? [] : await describeSolutions(context, actor, [row])
  if (solution === undefined) throw new ProblemError('not-found')
  return solution
}
