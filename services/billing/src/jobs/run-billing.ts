import { closeAccountings } from '../accounting/close.ts'
import { collectDue } from '../dunning/collect-due.ts'
import { lockUnpaid, unlockPaid } from '../dunning/lock-unpaid.ts'
import { refundCredited } from '../dunning/refund-credited.ts'
import { remindOfUnpaid } from '../dunning/remind.ts'
import { tellPaid } from '../dunning/tell-paid.ts'
import type { InvoicingDeps } from '../invoicing-context.ts'
import { creditDropped } from '../invoice/credit.ts'
import { issueInvoice } from '../invoice/issue.ts'
import { settleProvisional } from '../invoice/settle-provisional.ts'
import { keepMissingPdfs } from '../invoice/keep-pdf.ts'
import { limitLapsed, releasePlanned } from '../dunning/limit-lapsed.ts'
import { runDueSubscriptions } from '../solution-plan/run-due.ts'
import { watchUsage } from '../accounting/watch-usage.ts'

const atOnce = 100

/** Nobody has said who sells, so what is owed waits. */
export class NoSellerError extends Error {
  override name = 'NoSellerError'
}

/**
 * Everything about bills that is due: periods roll on, months are closed, invoices issued, collected and reminded of, usage told
 * of. Every step finds its work by the state of the rows and does each thing once, so that any number of processes may
 * run it, at any time, after having been stopped anywhere. What fails is reported and left for the next run.
 */
export async function runBilling(deps: InvoicingDeps): Promise<void> {
  const steps = [
    () => runDueSubscriptions(deps),
    () => closeAccountings(deps),
    () => settleProvisional(deps),
    () => issueOwed(deps),
    () => creditDropped(deps),
    () => keepMissingPdfs(deps),
    () => collectDue(deps),
    () => refundCredited(deps),
    () => remindOfUnpaid(deps),
    () => lockUnpaid(deps),
    () => unlockPaid(deps),
    () => tellPaid(deps),
    () => releasePlanned(deps),
    () => limitLapsed(deps),
    () => watchUsage(deps),
  ]
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      deps.onError(error)
    }
  }
}

async function issueOwed(deps: InvoicingDeps): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const owing = await deps.db.query<{ solutionId: string }>('billing-issue-due', owingSql, [[...failed], atOnce])
    if (owing.length === 0) return
    if (deps.invoiceSeller === null)
      throw new NoSellerError('Nothing is invoiced: there is no description of the company that sells')
    for (const { solutionId } of owing) {
      // Whatever came of it, it is not looked at again in this run.
      failed.add(solutionId)
      await issueInvoice(deps, solutionId).catch(deps.onError)
    }
  }
}

/** What follows from something new that is owed, or from a new way to pay, at once. */
export async function billSolution(deps: InvoicingDeps, solutionId: string): Promise<void> {
  await issueInvoice(deps, solutionId)
  await collectDue(deps, solutionId)
  await afterPayment(deps, solutionId)
}

/** What follows from a payment outside of its transaction: a lock opens, money goes back, a mail tells of it. Never throws. */
export async function afterPayment(deps: InvoicingDeps, solutionId: string): Promise<void> {
  for (const step of [unlockPaid, releasePlanned, refundCredited, tellPaid])
    await step(deps, solutionId).catch(deps.onError)
}

const owingSql = `select solution_id as "solutionId" from billing.charges where status = 'OPEN' and not solution_id = any($1)
  union select solution_id from billing.invoices where status = 'DRAFT' and not solution_id = any($1) order by 1 limit $2`
