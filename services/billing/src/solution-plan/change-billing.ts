import type { Call } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { billSolution } from '../dunning/bill-solution.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { assertPayable, assertUsable } from '../subscription/means-of-paying.ts'
import { lockSubscription, saveSubscription } from '../subscription/subscription-row.ts'

/** What is left out stays; null takes it away. */
export interface BillingChange {
  readonly solutionId: string
  /** The caller, whose access the solution service has checked. A new address or payment method has to be theirs. */
  readonly userId: string
  readonly invoiceAddressId?: string | null | undefined
  readonly paymentMethodId?: string | null | undefined
  /** Percents of the included verifications at which its admins get a mail; at most 10, each 1 to 1000. */
  readonly usageAlertPercents?: readonly number[] | undefined
}

/**
 * Changes whom invoices go to, how they are paid, and when a mail tells of usage. Throws `validation-failed` for what is not
 * there, `payment-required` where a paid plan would be left without, `not-found` for a solution without a plan.
 */
export async function changeBilling(
  context: BillingContext,
  change: BillingChange,
  call: Pick<Call, 'from'> | null = null,
): Promise<void> {
  const now = context.now()
  const { solutionId, userId } = change
  const percents = change.usageAlertPercents && [...new Set(change.usageAlertPercents)].toSorted((a, b) => a - b)
  if (
    percents &&
    (percents.length > 10 || percents.some((percent) => !Number.isInteger(percent) || percent < 1 || percent > 1000))
  ) {
    throw new ProblemError('validation-failed', undefined, {
      errors: [{ pointer: '/usageAlertPercents', code: 'out-of-range' }],
    })
  }
  const paysAnew = await asActor(context.db, { userId, solutionIds: [solutionId] }, async (tx) => {
    const before = await lockSubscription(tx, solutionId)
    if (!before) throw new ProblemError('not-found')
    const means = {
      invoiceAddressId: change.invoiceAddressId === undefined ? before.invoiceAddressId : change.invoiceAddressId,
      paymentMethodId: change.paymentMethodId === undefined ? before.paymentMethodId : change.paymentMethodId,
    }
    const kind = await assertUsable(tx, means, before)
    if (before.interval !== null) assertPayable(before.plan, means, kind, context.provider !== null)
    const next = before.nextPlanCode === null ? null : context.plans.find(before.solutionType, before.nextPlanCode)
    if (next) assertPayable(next, means, kind, context.provider !== null)
    const after = await saveSubscription(
      tx,
      { ...before, ...means, usageAlertPercents: percents ?? before.usageAlertPercents },
      now,
    )
    const shownOf = ({ invoiceAddressId, paymentMethodId, usageAlertPercents }: typeof after) => ({
      invoiceAddressId,
      paymentMethodId,
      usageAlertPercents,
    })
    const changes = changesOf(shownOf(before), shownOf(after))
    if (Object.keys(changes.after).length > 0)
      await recordAudit(tx, { userId }, call, now, {
        scope: 'SOLUTION',
        scopeId: solutionId,
        action: 'billing.changed',
        ...changes,
      })
    return after.paymentMethodId !== null && 'paymentMethodId' in changes.after
  })
  if (paysAnew) await billSolution(context, solutionId).catch(context.onError)
}
