import type { Actor } from '@bollard/access'
import type { Solution } from '@bollard/contracts'
import type { SolutionContext } from '../solution-context.ts'
import { type SolutionRow, toSolution } from '../store/solution-row.ts'

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
