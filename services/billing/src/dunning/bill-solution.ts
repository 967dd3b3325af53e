import type { BillingContext } from '../billing-context.ts'
import { issueInvoice } from '../invoice/issue.ts'
import { collectDue } from './collect-due.ts'
import { tellPaid } from './letters.ts'
import { releasePlanned } from './limit-lapsed.ts'
import { unlockPaid } from './lock-unpaid.ts'
import { refundCredited } from './refund-credited.ts'

/** Invoices and collects at once what a solution newly owes, or could not pay with its former payment method. */
export async function billSolution(context: BillingContext, solutionId: string): Promise<void> {
  await issueInvoice(context, solutionId)
  await collectDue(context, solutionId)
  await afterPayment(context, solutionId)
}

/** What follows from a payment outside its transaction: locks open, refunds are requested, receipts are mailed. Never throws. */
export async function afterPayment(context: BillingContext, solutionId: string): Promise<void> {
  for (const step of [unlockPaid, releasePlanned, refundCredited, tellPaid])
    await step(context, solutionId).catch(context.onError)
}
