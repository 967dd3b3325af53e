import type { Actor, Call } from '@bollard/access'
import { paidUntil, type Solution, type SolutionCancellation } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { type ChangeContext, changeSolution, stepLifecycle } from '../change/change.ts'
import { maskEmails } from '../people/names.ts'
import { dayFor, findRecipients, pageOf, notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'

type CancelContext = ChangeContext & Pick<SolutionContext, 'enqueueMail' | 'identity' | 'dashboardUrl'>

/** Cancels a solution: it works until the end of the paid period, is then read-only, and kept for another 30 days. */
export async function cancelSolution(
  context: CancelContext,
  actor: Actor,
  solutionId: string,
  input: SolutionCancellation,
  call: Call,
): Promise<Solution> {
  const billing = (await context.billing.describeBilling([solutionId])).get(solutionId)
  const told = await findRecipients(context, solutionId)
  return changeSolution(context, actor, { solutionId, action: 'solution.cancel' }, async (tx, row, at) => {
    const endsAt = paidUntil(billing, at)
    await stepLifecycle(tx, row, 'CANCEL_SCHEDULED', { endsAt }, at)
    const { reason = null, comment } = input
    const after = {
      lifecycle: 'CANCEL_SCHEDULED',
      endsAt: endsAt.toISOString(),
      ...(reason && { reason }),
      ...(comment && { comment: maskEmails(comment) }),
    }
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'solution.cancelled',
      before: { lifecycle: row.lifecycle },
      after,
    })
    await notifyPeople(context, tx, told, {
      kind: 'solution-cancelled',
      key: `${solutionId} ${row.version}`,
      values: (language) => ({
        link: pageOf(context, language, solutionId, 'settings/unsubscribe'),
        solution: row.label,
        date: dayFor(language, endsAt, row.timezone),
      }),
    })
  })
}

/** Takes a cancellation back, also one that would delete at the end. Throws `state-conflict` once the period has ended. */
export async function undoCancellation(
  context: ChangeContext,
  actor: Actor,
  solutionId: string,
  call: Call,
): Promise<Solution> {
  return changeSolution(context, actor, { solutionId, action: 'solution.cancel' }, async (tx, row, at) => {
    // Going on with one that has ended or is to be deleted is a call of its own.
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
