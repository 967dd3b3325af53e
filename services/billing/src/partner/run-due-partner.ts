import { approveDueCommissions } from './commission/approve-due-commissions.ts'
import { bookPaidAmounts } from './commission/book-paid-amounts.ts'
import { mailEarnedCommissions } from './commission/mail-earned-commissions.ts'
import type { PartnerDeps } from './partner-context.ts'

/** All work of the partner programme that is due without being asked for, in any number of processes. */
export async function runDuePartner(deps: PartnerDeps): Promise<void> {
  await bookPaidAmounts(deps)
  await approveDueCommissions(deps)
  await mailEarnedCommissions(deps)
}
