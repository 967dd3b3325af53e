import type { Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Actor, Call } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import { type ChangeDeps, changeSolution, stepLifecycle } from './change.ts'

/** Takes a deletion back, or goes on with a solution that has ended. Throws `state-conflict` where there is nothing to take back, and once its days are over. */
export async function restoreSolution(deps: ChangeDeps, actor: Actor, solutionId: string, call: Call): Promise<Solution> {
  return changeSolution(deps, actor, { solutionId, action: 'solution.cancel' }, async (tx, row, at) => {
    // Erasing may have begun in another process.
    const isOver = row.deletionAt !== null && row.deletionAt <= at
    if (row.lifecycle === 'CANCEL_SCHEDULED' || isOver) throw new ProblemError('state-conflict')
    await stepLifecycle(tx, row, 'ACTIVE', {}, at)
    const change = { before: { lifecycle: row.lifecycle }, after: { lifecycle: 'ACTIVE' } }
    await recordAudit(tx, actor, call, at, { scope: 'SOLUTION', scopeId: solutionId, action: 'solution.restored', ...change })
  })
}
