import type { Actor, Call } from '@bollard/access'
import { dayMs, type PaymentMethod } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import type { MethodDetails } from '../ports/payment-provider.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** A payment method as the statements of this service select it. */
export interface MethodRow extends Omit<PaymentMethod, 'status' | 'createdAt' | 'updatedAt'> {
  readonly status: 'ACTIVE' | 'FAILED' | 'REQUIRES_ACTION'
  readonly providerToken: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const methodColumns = `id, kind, brand, last4, exp_month as "expMonth", exp_year as "expYear", holder, mandate_reference as "mandateReference", status,
  is_default as "default", provider_token as "providerToken", version, created_at as "createdAt", updated_at as "updatedAt"`

/** How long before its expiry a card counts as expiring. */
const expiringMs = 60 * dayMs

export function toPaymentMethod(row: MethodRow, now: Date): PaymentMethod {
  const { providerToken: _, createdAt, updatedAt, ...method } = row
  return {
    ...method,
    status: statusAt(row, now),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** A card is valid until its month ends where its bank is; the last time zone is twelve hours behind UTC. */
function statusAt(
  { status, expMonth, expYear }: Pick<MethodRow, 'status' | 'expMonth' | 'expYear'>,
  now: Date,
): PaymentMethod['status'] {
  if (status !== 'ACTIVE' || expMonth === null || expYear === null) return status
  const leftMs = Date.UTC(expYear, expMonth, 1, 12) - now.getTime()
  if (leftMs <= 0) return 'EXPIRED'
  return leftMs <= expiringMs ? 'EXPIRING' : 'ACTIVE'
}

export const methodsPerUserMax = 20

interface NewMethod {
  readonly id: string
  readonly userId: string
  /** Null is bank transfer. */
  readonly details: MethodDetails | null
  readonly customer: string | null
  readonly at: Date
}

/** Stores a payment method of the transaction's actor; the first one becomes the default. Returns the existing row if the provider's token is already stored. */
export async function addMethod(
  tx: Queries,
  { id, userId, details, customer, at }: NewMethod,
): Promise<{ row: MethodRow; isNew: boolean }> {
  await lockMethods(tx, userId)
  const known =
    details === null
      ? []
      : await tx.query('billing-method-by-token', `${selectSql} where provider_token = $1`, [details.token])
  if (known[0]) return { row: known[0], isNew: false }
  await assertRoomForMethod(tx, userId)
  const kind = details?.kind ?? 'BANK_TRANSFER'
  const shown = [
    details?.brand ?? null,
    details?.last4 ?? null,
    details?.expMonth ?? null,
    details?.expYear ?? null,
    details?.holder ?? null,
    details?.mandateReference ?? null,
  ]
  const values = [id, userId, kind, details === null ? null : 'STRIPE', details?.token ?? null, customer, ...shown, at]
  const [row] = await tx.query('billing-method-add', insertSql, values)
  if (!row) throw new Error('a payment method that was just inserted is not there')
  return { row, isNew: true }
}

/** Throws `quota-exceeded` for a person who has the maximum number. */
export async function assertRoomForMethod(tx: Queries, userId: string): Promise<void> {
  const [row] = await tx.query(
    'billing-method-count',
    'select count(*)::int as count from billing.payment_methods where user_id = $1',
    [userId],
  )
  if (row && row.count >= methodsPerUserMax)
    throw new ProblemError('quota-exceeded', `An account may have ${methodsPerUserMax} payment methods.`)
}

/** Serializes changes to one person's payment methods, so that there is at most one default and never one method too many. */
export async function lockMethods(tx: Queries, userId: string): Promise<void> {
  await tx.query('billing-method-turn', `select pg_advisory_xact_lock(hashtextextended('billing.method ' || $1, 0))`, [
    userId,
  ])
}

const selectSql = `select ${methodColumns} from billing.payment_methods`
const insertSql = `insert into billing.payment_methods (id, user_id, kind, provider, provider_token, provider_customer, brand, last4, exp_month, exp_year, holder,
    mandate_reference, created_at, updated_at, is_default)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13,
    not exists (select from billing.payment_methods where user_id = $2 and is_default)) returning ${methodColumns}`

/** The solutions paid with a person's method; null when it is not theirs. The caller leaves out those that the person may not see. */
export function solutionsOfPaymentMethod(
  { db }: Pick<BillingContext, 'db'>,
  userId: string,
  id: string,
): Promise<string[] | null> {
  return asActor(db, { userId }, async (tx) => {
    const own = await tx.query('billing-method-own', 'select 1 as one from billing.payment_methods where id = $1', [id])
    if (own.length === 0) return null
    const rows = await tx.query('billing-method-solutions', 'select billing.solutions_of_method($1) as "solutionId"', [
      id,
    ])
    return rows.map(({ solutionId }) => solutionId)
  })
}

/** Records in the account's audit log that a payment method was added. */
export function recordCreated(
  tx: Queries,
  { userId }: Pick<Actor, 'userId'>,
  call: Call,
  { id, kind }: MethodRow,
  at: Date,
): Promise<void> {
  return recordAudit(tx, { userId }, call, at, {
    scope: 'ACCOUNT',
    scopeId: userId,
    action: 'payment-method.created',
    target: { kind: 'payment-method', id },
    after: { kind },
  })
}
