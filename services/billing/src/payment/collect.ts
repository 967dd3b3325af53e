import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { type Payment, paymentColumns } from './payment-row.ts'
import { settlePayment } from './settle-payment.ts'

export interface CollectRequest {
  readonly solutionId: string
  readonly invoiceId: string
  /** Counts from 1; each number is tried once, however often it is asked for. */
  readonly attempt: number
  /** Gross. */
  readonly amountMinor: number
  readonly currency: string
  /** Stands on the statement of the account: the number of the invoice. */
  readonly reference: string
}

/**
 * Collects the amount of an invoice with the payment method of its solution. Null where there is nothing to collect with: no
 * method, bank transfer, or no provider. Killed at any moment and asked again with the same attempt, it goes on where it was,
 * and the money moves once. Throws `upstream` while the provider is away.
 */
export async function collectPayment(
  context: Pick<BillingContext, 'db' | 'provider' | 'now' | 'newId'>,
  request: CollectRequest,
): Promise<Payment | null> {
  const { provider } = context
  if (provider === null) return null
  const { solutionId } = request
  const begun = await asSystem(context.db, [solutionId], async (tx) => {
    const [method] = await tx.query('billing-collect-method', methodSql, [solutionId])
    if (!method || method.kind === 'BANK_TRANSFER' || method.token === null || method.customer === null) return null
    const { invoiceId, attempt, amountMinor, currency } = request
    await tx.query('billing-payment-begin', beginSql, [
      context.newId(),
      solutionId,
      invoiceId,
      attempt,
      method.kind,
      method.id,
      amountMinor,
      currency,
      context.now(),
    ])
    const [payment] = await tx.query('billing-payment-of-attempt', ofAttemptSql, [invoiceId, attempt])
    if (!payment) throw new ProblemError('internal')
    return { payment, kind: method.kind, token: method.token, customer: method.customer }
  })
  if (begun === null) return null
  const { payment, kind, token, customer } = begun
  if (payment.status !== 'PENDING') return payment
  const { amountMinor, currency } = payment
  const outcome = await provider.charge({
    paymentId: payment.id,
    solutionId,
    amountMinor,
    currency,
    customer,
    method: token,
    kind,
    reference: request.reference,
  })
  return asSystem(context.db, [solutionId], (tx) =>
    settlePayment(tx, context, payment.id, { ...outcome, at: startOfSecond(context.now()) }),
  )
}

/**
 * With what a page lets the person confirm a payment that their bank asks them about (3-D Secure). Whoever calls this has checked
 * that they may pay for the solution. Throws `state-conflict` for a payment that waits for nobody.
 */
export async function paymentClientSecret(
  context: Pick<BillingContext, 'db' | 'provider'>,
  { solutionId, paymentId }: { readonly solutionId: string; readonly paymentId: string },
): Promise<string> {
  const payment = await findPayment(context, solutionId, paymentId)
  const waits = payment.status === 'REQUIRES_ACTION' && payment.providerToken !== null
  const secret =
    waits && context.provider !== null ? await context.provider.findClientSecret(payment.providerToken) : null
  if (secret === null) throw new ProblemError('state-conflict', 'This payment needs no confirmation.')
  return secret
}

/** Gives money of a payment back, once for each `refundId`. The payment becomes REFUNDED when the provider says so; a transfer is given back by hand. */
export async function refundPayment(
  context: Pick<BillingContext, 'db' | 'provider'>,
  request: {
    readonly solutionId: string
    readonly paymentId: string
    readonly refundId: string
    readonly amountMinor: number
  },
): Promise<void> {
  const payment = await findPayment(context, request.solutionId, request.paymentId)
  if (context.provider === null || payment.providerToken === null)
    throw new ProblemError('state-conflict', 'This payment did not go through the payment provider.')
  if (request.amountMinor > payment.amountMinor - payment.refundedMinor)
    throw new ProblemError('state-conflict', 'The amount exceeds what is left of the payment.')
  await context.provider.refund({
    refundId: request.refundId,
    paymentToken: payment.providerToken,
    amountMinor: request.amountMinor,
  })
}

async function findPayment(
  { db }: Pick<BillingContext, 'db'>,
  solutionId: string,
  paymentId: string,
): Promise<Payment> {
  const sql = `select ${paymentColumns} from billing.payments where id = $1`
  const [payment] = await asSystem(db, [solutionId], (tx) => tx.query('billing-payment-find', sql, [paymentId]))
  if (!payment) throw new ProblemError('not-found')
  return payment
}

/** Events of the provider have whole seconds; what it answered directly must not seem newer than an event that followed. */
function startOfSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000)
}

const methodSql = `select m.id, m.kind, m.provider_token as token, m.provider_customer as customer
  from billing.subscriptions s join billing.payment_methods m on m.id = s.payment_method_id where s.solution_id = $1`
const beginSql = `insert into billing.payments
    (id, solution_id, invoice_id, attempt, kind, payment_method_id, amount_minor, currency, status, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $9, $9) on conflict (invoice_id, attempt) do nothing`
const ofAttemptSql = `select ${paymentColumns} from billing.payments where invoice_id = $1 and attempt = $2`
