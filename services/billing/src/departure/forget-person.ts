import type { Queries } from '@bollard/database'
import type { BillingContext } from '../billing-context.ts'
import { lockMethods } from '../payment-method/method-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription, saveSubscription } from '../subscription/subscription-row.ts'

/**
 * Begins to forget a person whose account ends: from here on nothing is charged to a card or an account of theirs, and
 * `finishDepartures` takes away the rest. Safe to repeat. Invoices stay.
 */
export async function forgetPerson(context: Pick<BillingContext, 'db' | 'now'>, userId: string): Promise<void> {
  await dropMethods(context, userId, (tx, at) =>
    tx.query(
      'billing-departure-begin',
      'insert into billing.departures (user_id, left_at) values ($1, $2) on conflict do nothing',
      [userId, at],
    ),
  )
}

/** Deletes a person's payment methods and unfinished setups. Solutions that they paid for have no payment method afterwards. */
export async function dropMethods(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  userId: string,
  first: (tx: Queries, at: Date) => Promise<unknown> = async () => {},
): Promise<void> {
  const at = now()
  const solutionIds = await solutionsWith(db, methodsInUseSql, userId)
  await asSystem(
    db,
    solutionIds,
    async (tx) => {
      await first(tx, at)
      await lockMethods(tx, userId)
      for (const solutionId of solutionIds) await takeOut(tx, solutionId, 'paymentMethodId', at)
      await tx.query('billing-departure-setups', 'delete from billing.payment_setups where user_id = $1', [userId])
      const gone = await tx.query('billing-departure-methods', goneMethodsSql, [userId])
      for (const { id, kind } of gone) {
        const target = { kind: 'payment-method', id }
        await recordAudit(tx, null, null, at, {
          scope: 'ACCOUNT',
          scopeId: userId,
          action: 'payment-method.deleted',
          target,
          before: { kind },
        })
      }
    },
    userId,
  )
}

/** Deletes a person's invoice addresses and their confirmations. Solutions that were invoiced to them have no address afterwards. */
export async function dropAddresses({ db, now }: Pick<BillingContext, 'db' | 'now'>, userId: string): Promise<void> {
  const at = now()
  const solutionIds = await solutionsWith(db, addressesInUseSql, userId)
  await asSystem(
    db,
    solutionIds,
    async (tx) => {
      for (const solutionId of solutionIds) await takeOut(tx, solutionId, 'invoiceAddressId', at)
      const gone = await tx.query('billing-departure-addresses', goneAddressesSql, [userId])
      await tx.query('billing-departure-confirmed', 'delete from billing.confirmed_emails where user_id = $1', [userId])
      await tx.query('billing-departure-asked', 'delete from billing.email_confirmations where user_id = $1', [userId])
      await tx.query('billing-departure-answers', 'delete from billing.repeated_calls where caller = $1', [userId])
      for (const { id } of gone) {
        const target = { kind: 'invoice-address', id }
        await recordAudit(tx, null, null, at, {
          scope: 'ACCOUNT',
          scopeId: userId,
          action: 'invoice-address.deleted',
          target,
        })
      }
    },
    userId,
  )
}

/** Ordered by id, so that two processes that lock several never deadlock. */
async function solutionsWith(
  db: Queries,
  sql: typeof methodsInUseSql | typeof addressesInUseSql,
  userId: string,
): Promise<string[]> {
  return (await db.query(sql.name, sql.text, [userId])).map(({ id }) => id)
}

async function takeOut(
  tx: Queries,
  solutionId: string,
  field: 'paymentMethodId' | 'invoiceAddressId',
  at: Date,
): Promise<void> {
  const before = await lockSubscription(tx, solutionId)
  if (before === null || before[field] === null) return
  await saveSubscription(tx, { ...before, [field]: null }, at)
  const change = { before: { [field]: before[field] }, after: { [field]: null } }
  await recordAudit(tx, null, null, at, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    action: 'billing.changed',
    ...change,
  })
}

const methodsInUseSql = {
  name: 'billing-departure-with-methods',
  text: `select s.solution_id as id from billing.subscriptions s join billing.payment_methods m on m.id = s.payment_method_id where m.user_id = $1 order by 1`,
} as const
const addressesInUseSql = {
  name: 'billing-departure-with-addresses',
  text: `select s.solution_id as id from billing.subscriptions s join billing.invoice_addresses a on a.id = s.invoice_address_id where a.user_id = $1 order by 1`,
} as const
const goneMethodsSql = 'delete from billing.payment_methods where user_id = $1 returning id, kind'
const goneAddressesSql = 'delete from billing.invoice_addresses where user_id = $1 returning id'

/**
 * The solutions whose plan a person keeps paying for: it costs something, renews, and is invoiced to an address or paid
 * with a method of theirs.
 */
export async function findPaidBy(db: Queries, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query('billing-paid-by', paidBySql, [userId])
  return new Set(rows.map(({ solutionId }) => solutionId))
}

/** The next plan costs something if it has an interval; without a next plan, the current one counts. */
const paidBySql = `select s.solution_id as "solutionId" from billing.subscriptions s
  where s.status <> 'CANCELED' and s.renews and case when s.next_plan_code is null then s.billing_interval else s.next_interval end is not null
    and (s.invoice_address_id in (select id from billing.invoice_addresses where user_id = $1)
      or s.payment_method_id in (select id from billing.payment_methods where user_id = $1))`
