import { sweepRepeatedCalls } from '@bollard/http'
import { closeAccountings } from '../accounting/close.ts'
import { watchUsage } from '../accounting/watch-usage.ts'
import type { BillingContext } from '../billing-context.ts'
import { approveDueCommissions } from '../commission/approve-due-commissions.ts'
import { bookPaidAmounts } from '../commission/book-paid-amounts.ts'
import { mailEarnedCommissions } from '../commission/mail-earned-commissions.ts'
import { finishDepartures } from '../departure/finish-departures.ts'
import { collectDue } from '../dunning/collect-due.ts'
import { tellPaid } from '../dunning/letters.ts'
import { limitLapsed, releasePlanned } from '../dunning/limit-lapsed.ts'
import { lockUnpaid, unlockPaid } from '../dunning/lock-unpaid.ts'
import { refundCredited } from '../dunning/refund-credited.ts'
import { remindOfUnpaid } from '../dunning/remind.ts'
import { forgetOldLinks } from '../invoice-address/confirm-email.ts'
import { refreshDueVatIds } from '../invoice-address/refresh-vat-id.ts'
import { creditDropped } from '../invoice/credit.ts'
import { keepMissingPdfs } from '../invoice/finish.ts'
import { issueInvoice } from '../invoice/issue.ts'
import { settleProvisional } from '../invoice/settle-provisional.ts'
import { forgetOldEvents } from '../payment/receive-event.ts'
import { mailEndingTrials } from '../solution-plan/mail-trial.ts'
import { runDueSubscriptions } from '../solution-plan/run-due.ts'
import { forgetOldVatChecks } from '../vat-check/ask-vies.ts'

const atOnce = 100

/** No seller is configured, so charges wait. */
export class NoSellerError extends Error {
  override name = 'NoSellerError'
}

/** All work that is due without being asked for. Run it every minute or so, in any number of processes. */
export async function runDue(context: BillingContext): Promise<void> {
  await runBilling(context)
  await mailEndingTrials(context)
  await refreshDueVatIds(context)
  await forgetOldEvents(context)
  await forgetOldLinks(context)
  await forgetOldVatChecks(context)
  await sweepRepeatedCalls(context.db, 'billing', context.now())
  await finishDepartures(context)
  await bookPaidAmounts(context)
  await approveDueCommissions(context)
  await mailEarnedCommissions(context)
}

/**
 * Everything about bills that is due: periods roll on, months are closed, invoices issued, collected and reminded of, usage told
 * of. Every step finds its work by the state of the rows and does each thing once, so that any number of processes may
 * run it, at any time, after having been stopped anywhere. What fails is reported and left for the next run.
 */
async function runBilling(context: BillingContext): Promise<void> {
  const steps = [
    () => runDueSubscriptions(context),
    () => closeAccountings(context),
    () => settleProvisional(context),
    () => issueOwed(context),
    () => creditDropped(context),
    () => keepMissingPdfs(context),
    () => collectDue(context),
    () => refundCredited(context),
    () => remindOfUnpaid(context),
    () => lockUnpaid(context),
    () => unlockPaid(context),
    () => tellPaid(context),
    () => releasePlanned(context),
    () => limitLapsed(context),
    () => watchUsage(context),
  ]
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      context.onError(error)
    }
  }
}

async function issueOwed(context: BillingContext): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const owing = await context.db.query('billing-issue-due', owingSql, [[...failed], atOnce])
    if (owing.length === 0) return
    if (context.operator === null)
      throw new NoSellerError('Nothing is invoiced: there is no description of the company that sells')
    for (const { solutionId } of owing) {
      // Whatever came of it, it is not looked at again in this run.
      failed.add(solutionId)
      await issueInvoice(context, solutionId).catch(context.onError)
    }
  }
}

const owingSql = `select solution_id as "solutionId" from billing.charges where status = 'OPEN' and not solution_id = any($1)
  union select solution_id from billing.invoices where status = 'DRAFT' and not solution_id = any($1) order by 1 limit $2`
