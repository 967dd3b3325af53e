import type { Person } from '@bollard/access'
import type { PayoutRun } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { writeMail } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { monthName } from '../wording/invoice-words.ts'
import { makePayoutRun, monthOfPayout } from './create-payout-run.ts'

/**
 * Makes the run of a month once its 10th has come and something can be paid, and tells the administrators of the deployment, who
 * approve it. Run it every hour, in any number of processes. Answers whether it made one.
 */
export async function preparePayoutRun(context: BillingContext): Promise<boolean> {
  const month = monthOfPayout(context.now())
  if (context.operator === null || month === null) return false
  const [made] = await context.db.query(
    'partner-run-of-month',
    'select 1 as one from billing.payout_runs where month = $1',
    [month],
  )
  if (made) return false
  const operators = await context.identity.findOperators()
  try {
    await makePayoutRun(context, context.operator, null, (tx, run) => tell(tx, context, operators, run))
    return true
  } catch (error) {
    // Nothing to pay yet, or another process or an operator was faster.
    if (error instanceof ProblemError && error.code === 'state-conflict') return false
    throw error
  }
}

async function tell(
  tx: Queries,
  { enqueueMail }: BillingContext,
  operators: readonly Person[],
  run: PayoutRun,
): Promise<void> {
  for (const { userId, email: to, givenName, language } of operators) {
    const values = {
      month: monthName(run.month, language),
      amount: new Intl.NumberFormat(language, { style: 'currency', currency: run.total.currency }).format(
        run.total.amountMinor / 100,
      ),
      payouts: String(run.payouts.length),
      leftOut: String(run.leftOut.length),
      run: run.id,
    }
    await enqueueMail(
      tx,
      writeMail('payout-run-prepared', { language, to, givenName, values }),
      `payout-run-prepared:${run.id}:${userId}`,
    )
  }
}
