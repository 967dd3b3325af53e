import type { Actor } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { findInvoice } from '../invoice/get.ts'
import { asActor } from '../store/as-actor.ts'
import { paymentClientSecret } from './collect.ts'

export interface Confirmation {
  readonly clientSecret: string
  readonly publishableKey: string | null
}

/** With what a page lets a person confirm the newest payment of an invoice. Throws `state-conflict` where none waits for that. */
export async function startPaymentConfirmation(
  context: BillingContext,
  actor: Actor,
  invoiceId: string,
): Promise<Confirmation> {
  const { solutionId } = await findInvoice(context, actor, invoiceId, 'invoice.pay')
  const [payment] = await asActor(context.db, { userId: actor.userId, solutionIds: [solutionId] }, (tx) =>
    tx.query('billing-confirm-newest', newestSql, [invoiceId]),
  )
  if (!payment) throw new ProblemError('state-conflict', 'This payment needs no confirmation.')
  const clientSecret = await paymentClientSecret(context, { solutionId, paymentId: payment.id })
  return { clientSecret, publishableKey: context.provider?.publishableKey ?? null }
}

const newestSql = `select id from billing.payments where invoice_id = $1 and kind <> 'BANK_TRANSFER' order by attempt desc limit 1`
