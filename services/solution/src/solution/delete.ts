import type { Actor, Call } from '@bollard/access'
import { paidUntil, retentionDays, type SolutionDeletion } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { type ChangeContext, changeSolution, stepLifecycle } from '../change/change.ts'
import { maskEmails } from '../people/names.ts'
import { dayFor, findRecipients, pageOf, notifyPeople } from '../people/notify.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { standingIn } from '../store/load.ts'
import { recordAudit } from '../store/record-audit.ts'

type DeleteContext = ChangeContext & Pick<SolutionContext, 'enqueueMail' | 'identity' | 'dashboardUrl'>

/** When what is left of something is erased that ends at a moment. */
export function erasedAfter(end: Date): Date {
  return new Date(end.getTime() + retentionDays * 86_400_000)
}

/**
 * Cancels a solution at the end of what is paid for: it works until then, is then read-only, and is kept for another 30 days. Or
 * deletes it at once, as it does where nothing is paid for: for 30 days it can be restored. An export that was asked for is written
 * once the solution has ended, before anything is erased.
 *
 * Anyone who may cancel can do so without a second factor and without a proof; deleting at once takes both. Throws
 * `validation-failed` when the typed label is another one, `state-conflict` when the solution is cancelled or deleted already.
 */
export async function deleteSolution(
  context: DeleteContext,
  actor: Actor,
  solutionId: string,
  input: SolutionDeletion,
  call: Call,
): Promise<void> {
  const billing = (await context.billing.describeBilling([solutionId])).get(solutionId)
  const told = await findRecipients(context, solutionId)
  await changeSolution(context, actor, { solutionId, action: 'solution.cancel' }, async (tx, row, at) => {
    const endsAt = row.endsAt ?? paidUntil(billing, at)
    const waits = input.effective === 'END_OF_PERIOD' && endsAt > at
    if (!waits) assertAllowed(actor, 'solution.delete', standingIn(row, actor.userId, at), at)
    if (input.confirmLabel !== row.label) {
      throw new ProblemError('validation-failed', undefined, {
        errors: [{ pointer: '/confirmLabel', code: 'invalid-value' }],
      })
    }
    const deletionAt = erasedAfter(waits ? endsAt : at)
    if (waits) await stepLifecycle(tx, row, 'CANCEL_SCHEDULED', { endsAt }, at)
    else await stepLifecycle(tx, row, 'DELETION_PENDING', { deletionAt }, at)
    const { reason, comment, exportRequested } = input
    await tx.query('solution-want-export', wantExportSql, [solutionId, exportRequested ? actor.userId : null])
    const after = {
      ...(waits && { endsAt: endsAt.toISOString() }),
      reason,
      ...(comment && { comment: maskEmails(comment) }),
      exportRequested,
      deletionAt: deletionAt.toISOString(),
    }
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: waits ? 'solution.cancelled' : 'solution.deletion-planned',
      before: { lifecycle: row.lifecycle },
      after,
    })
    await notifyPeople(context, tx, told, {
      kind: waits ? 'solution-cancelled' : 'solution-deletion-planned',
      key: `${solutionId} ${row.version}`,
      values: (language) => ({
        link: pageOf(context, language, solutionId, 'settings/unsubscribe'),
        solution: row.label,
        date: dayFor(language, waits ? endsAt : deletionAt, row.timezone),
      }),
    })
  })
}

const wantExportSql = 'update solution.solutions set export_requested_by = $2 where id = $1'
