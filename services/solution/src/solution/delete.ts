import type { Actor, Call } from '@bollard/access'
import { paidUntil, retentionDays, type SolutionDeletion } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { type ChangeContext, changeSolution, stepLifecycle } from '../change/change.ts'
import { maskEmails } from '../people/names.ts'
import { dayFor, findRecipients, pageOf, notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'

type DeleteContext = ChangeContext & Pick<SolutionContext, 'enqueueMail' | 'identity' | 'dashboardUrl'>

/** When what is left of something is erased that ends at a moment. */
export function erasedAfter(end: Date): Date {
  return new Date(end.getTime() + retentionDays * 86_400_000)
}

/**
 * Deletes a solution, at once or when the paid period ends; for 30 days more it can be had back. An export that was asked for is
 * made once it has ended, and before anything is erased. Throws `validation-failed`
 * when the typed label is another one, `state-conflict` when it is being deleted already.
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
  await changeSolution(context, actor, { solutionId, action: 'solution.delete' }, async (tx, row, at) => {
    if (input.confirmLabel !== row.label) {
      throw new ProblemError('validation-failed', undefined, {
        errors: [{ pointer: '/confirmLabel', code: 'invalid-value' }],
      })
    }
    const endsAt = row.endsAt ?? paidUntil(billing, at)
    const waits = input.effective === 'END_OF_PERIOD' && endsAt > at
    const deletionAt = erasedAfter(waits ? endsAt : at)
    if (!waits) await stepLifecycle(tx, row, 'DELETION_PENDING', { deletionAt }, at)
    else if (row.lifecycle === 'CANCEL_SCHEDULED')
      await tx.query('solution-delete-at-end', deleteAtEndSql, [solutionId, at])
    else await stepLifecycle(tx, row, 'CANCEL_SCHEDULED', { endsAt, deleteAtEnd: true }, at)
    const { reason, comment, effective, exportRequested } = input
    await tx.query('solution-want-export', wantExportSql, [solutionId, exportRequested ? actor.userId : null])
    const after = {
      effective,
      reason,
      ...(comment && { comment: maskEmails(comment) }),
      exportRequested,
      deletionAt: deletionAt.toISOString(),
    }
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'solution.deletion-planned',
      before: { lifecycle: row.lifecycle },
      after,
    })
    await notifyPeople(context, tx, told, {
      kind: 'solution-deletion-planned',
      key: `${solutionId} ${row.version}`,
      values: (language) => ({
        link: pageOf(context, language, solutionId, 'settings/unsubscribe'),
        solution: row.label,
        date: dayFor(language, deletionAt, row.timezone),
      }),
    })
  })
}

const wantExportSql = 'update solution.solutions set export_requested_by = $2 where id = $1'
const deleteAtEndSql =
  'update solution.solutions set delete_at_end = true, version = version + 1, updated_at = $2 where id = $1'
