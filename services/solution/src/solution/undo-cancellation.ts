import type { Actor, Call } from '@bollard/access'
import type { Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { type ChangeContext, changeSolution, stepLifecycle } from '../change/change.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Undoes a cancellation. Throws `state-conflict` once the period has ended. */
export async function undoCancellation(
  context: ChangeContext,
  actor: Actor,
  solutionId: string,
  call: Call,
): Promise<Solution> {
  return changeSolution(context, actor, { solutionId, action: 'solution.cancel' }, async (tx, row, at) => {
    // Restoring one that has ended or is to be deleted is a call of its own.
    if (row.lifecycle !== 'CANCEL_SCHEDULED') throw new ProblemError('state-conflict')
    await stepLifecycle(tx, row, 'ACTIVE', {}, at)
    const change = { before: { lifecycle: row.lifecycle }, after: { lifecycle: 'ACTIVE' } }
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'solution.cancellation-undone',
      ...change,
    })
  })
}
