import type { Actor, Call } from '@bollard/access'
import type { Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../store/record-audit.ts'
import { type ChangeContext, changeSolution, stepLifecycle } from '../change/change.ts'

/** Takes a deletion back, or goes on with a solution that has ended. Throws `state-conflict` where there is nothing to take back, and once its days are over. */
export async function restoreSolution(
  context: ChangeContext,
  actor: Actor,
  solutionId: string,
  call: Call,
): Promise<Solution> {
  return changeSolution(context, actor, { solutionId, action: 'solution.cancel' }, async (tx, row, at) => {
    const isOver = row.deletionAt !== null && row.deletionAt <= at
    // Erasing may have begun in another process, whose clock is ahead of ours.
    const [{ erasing } = { erasing: true }] = await tx.query(
      'solution-erasing',
      'select erasing from solution.solutions where id = $1',
      [solutionId],
    )
    if (row.lifecycle === 'CANCEL_SCHEDULED' || isOver || erasing) throw new ProblemError('state-conflict')
    await stepLifecycle(tx, row, 'ACTIVE', {}, at)
    const change = { before: { lifecycle: row.lifecycle }, after: { lifecycle: 'ACTIVE' } }
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'solution.restored',
      ...change,
    })
  })
}
