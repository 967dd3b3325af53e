import type { PayoutRun } from '@bollard/contracts'
import type { Actor, Call } from '../../billing-context.ts'
import { assertAllowed } from '../../policy.ts'
import type { PartnerDeps } from '../partner-context.ts'
import { makePayoutRun } from './make-payout-run.ts'
import { payingOperator } from './transfer-payout-run.ts'

/** Gathers what can be paid out, for an administrator. Throws `state-conflict` as `makePayoutRun` does, and `not-configured` where nobody pays. */
export async function createPayoutRun(deps: PartnerDeps, actor: Actor, call: Call): Promise<PayoutRun> {
  assertAllowed(actor, 'partner.operate')
  return makePayoutRun(deps, payingOperator(deps), { actor, call })
}
