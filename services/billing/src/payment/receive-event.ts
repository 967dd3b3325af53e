import { dayMs, idSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import type { PaymentProvider, ProviderEvent } from '../ports/payment-provider.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { type News, settlePayment } from './settle-payment.ts'

type EventContext = Pick<BillingContext, 'db' | 'provider' | 'now'>

/** What an event is about, as far as it is known here. */
interface Target {
  readonly paymentId?: string
  readonly solutionIds: readonly string[]
  readonly userId?: string
}

/**
 * Hears an event of the payment provider. Each counts once, in whatever order they come: it is remembered in the transaction that
 * does what it says. Answers the solutions that it is about. Throws `invalid-parameter` for a signature that does not fit, `not-configured` without a provider.
 */
export async function receivePaymentEvent(
  context: EventContext,
  signed: { readonly rawBody: Buffer; readonly signature: string },
): Promise<readonly string[]> {
  const { provider, db } = context
  if (provider === null) throw new ProblemError('not-configured')
  const event = provider.readEvent({ ...signed, receivedAt: context.now() })
  if (event === null) {
    throw new ProblemError('invalid-parameter', 'The signature does not match the body, or is too old.', {
      errors: [{ pointer: '/stripe-signature', code: 'invalid' }],
    })
  }
  if (event.kind === 'OTHER') return []
  const target = await findTarget(db, provider, event)
  // Not ours: one account at the provider may serve several installations.
  if (target === null) return []
  const work = async (tx: Queries) => {
    const values = [event.id, event.kind, event.at, context.now()]
    const first = await tx.query(
      'billing-event-hear',
      'insert into billing.payment_events values ($1, $2, $3, $4) on conflict do nothing returning id',
      values,
    )
    if (first.length > 0) await apply(tx, context, event, target)
  }
  await asSystem(db, target.solutionIds, work, target.userId)
  return target.solutionIds
}

async function findTarget(db: Queries, provider: PaymentProvider, event: ProviderEvent): Promise<Target | null> {
  switch (event.kind) {
    case 'PAYMENT':
      return (
        (await findPayment(db, event.token)) ?? (event.paymentId === null ? null : findPaymentById(db, event.paymentId))
      )
    case 'DISPUTE':
    case 'REFUND': {
      const known = await findPayment(db, event.token)
      if (known) return known
      // It came before what tells us the provider's number of the payment.
      const paymentId = await provider.findPaymentId(event.token)
      return paymentId === null ? null : findPaymentById(db, paymentId)
    }
    case 'METHOD':
      return findMethodOwner(db, event.method.token)
    case 'METHOD_GONE':
    case 'MANDATE_ENDED':
      return findMethodOwner(db, event.token)
    case 'OTHER':
      return null
  }
}

async function apply(
  tx: Queries,
  context: EventContext,
  event: ProviderEvent,
  { paymentId = '', userId = '' }: Target,
): Promise<void> {
  const settle = (news: Pick<News, 'status'> & Partial<News>) => {
    const token = 'token' in event ? event.token : null
    return settlePayment(tx, context, paymentId, { at: event.at, token, failureCode: null, ...news })
  }
  switch (event.kind) {
    case 'PAYMENT':
      return void (await settle({ status: event.status, failureCode: event.failureCode }))
    case 'DISPUTE':
      return void (await settle(event.won ? { status: 'SUCCEEDED' } : { status: 'DISPUTED', failureCode: 'disputed' }))
    case 'REFUND':
      return void (await settle({ status: 'REFUNDED', refundedMinor: event.refundedMinor }))
    case 'METHOD': {
      const { token, brand, last4, expMonth, expYear, holder } = event.method
      const changed = await tx.query('billing-event-method', updateMethodSql, [
        token,
        brand,
        last4,
        expMonth,
        expYear,
        holder,
        context.now(),
      ])
      return recordMethod(tx, context, { userId, action: 'payment-method.renewed', changed })
    }
    case 'METHOD_GONE':
    case 'MANDATE_ENDED': {
      const changed = await tx.query('billing-event-method-failed', failMethodSql, [event.token, context.now()])
      return recordMethod(tx, context, { userId, action: 'payment-method.failed', changed })
    }
    case 'OTHER':
  }
}

interface MethodChange {
  readonly userId: string
  readonly action: string
  readonly changed: readonly { readonly id: string }[]
}

async function recordMethod(
  tx: Queries,
  { now }: EventContext,
  { userId, action, changed }: MethodChange,
): Promise<void> {
  for (const { id } of changed)
    await recordAudit(tx, null, null, now(), {
      scope: 'ACCOUNT',
      scopeId: userId,
      action,
      target: { kind: 'payment-method', id },
    })
}

async function findPayment(db: Queries, token: string): Promise<Target | null> {
  const sql = 'select id as "paymentId", solution_id as "solutionId" from billing.payments where provider_token = $1'
  return toTarget(await db.query('billing-event-payment', sql, [token]))
}

async function findPaymentById(db: Queries, id: string): Promise<Target | null> {
  if (!idSchema.safeParse(id).success) return null
  const sql = 'select id as "paymentId", solution_id as "solutionId" from billing.payments where id = $1'
  return toTarget(await db.query('billing-event-payment-id', sql, [id]))
}

function toTarget([row]: readonly { paymentId: string; solutionId: string }[]): Target | null {
  return row ? { paymentId: row.paymentId, solutionIds: [row.solutionId] } : null
}

async function findMethodOwner(db: Queries, token: string): Promise<Target | null> {
  const sql = 'select user_id as "userId" from billing.payment_methods where provider_token = $1'
  const [row] = await db.query('billing-event-method-owner', sql, [token])
  return row ? { userId: row.userId, solutionIds: [] } : null
}

/** A card that its bank has replaced works again. */
const updateMethodSql = `update billing.payment_methods set brand = $2, last4 = $3, exp_month = $4, exp_year = $5, holder = coalesce($6, holder),
    status = 'ACTIVE', updated_at = $7 where provider_token = $1 returning id`
const failMethodSql = `update billing.payment_methods set status = 'FAILED', updated_at = $2 where provider_token = $1 returning id`

/** The provider sends an event again for three days at most, and refuses to do so by hand after thirty. */
const keptDays = 60

/** Forgets events that nobody can send again, and set-ups of payment methods that nobody finished. */
export async function forgetOldEvents({ db, now }: Pick<BillingContext, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs)
  await db.query('billing-events-forget', 'delete from billing.payment_events where received_at < $1', [before])
  await db.query('billing-setups-forget', 'delete from billing.payment_setups where created_at < $1', [before])
}
