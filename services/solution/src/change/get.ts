import type { Actor } from '@bollard/access'
import type { Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { loadSolution } from '../store/load.ts'
import { type SolutionRow, toSolution } from '../store/solution-row.ts'

/** One solution, for its members, and for administrators of the deployment, who read it as viewers. */
export async function getSolution(
  context: Pick<SolutionContext, 'db' | 'now' | 'billing'>,
  actor: Actor,
  solutionId: string,
): Promise<Solution> {
  const row = await asActor(context.db, actor, (tx) => loadSolution(tx, actor.userId, solutionId), { seesAll: true })
  const [solution] = row === undefined ? [] : await describeSolutions(context, actor, [row])
  if (solution === undefined) throw new ProblemError('not-found')
  return solution
}

/** Rows as callers get them, with what billing says of all of them in one question. Ask outside of a transaction. */
export async function describeSolutions(
  { billing }: Pick<SolutionContext, 'billing'>,
  actor: Actor,
  rows: readonly SolutionRow[],
): Promise<Solution[]> {
  if (rows.length === 0) return []
  const summaries = await billing.describeBilling(rows.map(({ id }) => id))
  return rows.map((row) => toSolution(row, summaries.get(row.id), actor))
}
