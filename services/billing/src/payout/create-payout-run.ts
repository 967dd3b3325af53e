import type { PayoutRun } from '@bollard/contracts'
import type { Actor, BillingContext, Call } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { makePayoutRun } from './make-payout-run.ts'
import { payingOperator } from './transfer-payout-run.ts'

/** Gathers what can be paid out, for an administrator. Throws `state-conflict` as `makePayoutRun` does, and `not-configured` where nobody pays. */
export async function createPayoutRun(context: BillingContext, actor: Actor, call: Call): Promise<PayoutRun> {
  assertAllowed(actor, 'partner.operate')
  return makePayoutRun(context, payingOperator(context), { actor, call })
}
