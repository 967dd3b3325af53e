import { hourMs } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import { issueInvoice } from '../invoice/issue.ts'
import { asActor } from '../store/as-actor.ts'
import { dropAddresses, dropMethods } from './forget-person.ts'

/** A departure is checked again for this long: what was in progress when the account ended has arrived by then. */
const stragglersMs = hourMs
const atOnce = 100

/**
 * Takes away what is left of people whose account has ended: what is owed until then is invoiced to them, then their addresses
 * go, then what the payment provider knows of them. What fails is reported and tried again with the next run; any number of processes
 * may run it, stopped anywhere.
 */
export async function finishDepartures(context: BillingContext): Promise<void> {
  let after = ''
  for (;;) {
    const people = await context.db.query('billing-departures', dueSql, [after, atOnce])
    for (const { userId } of people) await finishDeparture(context, userId).catch(context.onError)
    const last = people.at(-1)
    if (people.length < atOnce || !last) return
    after = last.userId
  }
}

/** The same for one person. */
export async function finishDeparture(context: BillingContext, userId: string): Promise<void> {
  const { db, provider, now } = context
  await dropMethods(context, userId)
  const owing = await db.query('billing-departure-owing', owingSql, [userId])
  for (const { solutionId } of owing) await issueInvoice(context, solutionId)
  await dropAddresses(context, userId)
  const customers = await asActor(db, { userId }, (tx) =>
    tx.query('billing-departure-customers', customersSql, [userId]),
  )
  if (customers.length > 0 && provider === null)
    throw new Error('Without the payment provider nobody can be forgotten there')
  for (const { token } of customers) {
    await provider?.deleteCustomer(token)
    await asActor(db, { userId }, (tx) => tx.query('billing-departure-customer-gone', goneCustomerSql, [userId, token]))
  }
  await asActor(db, { userId }, (tx) =>
    tx.query('billing-departure-end', endSql, [userId, new Date(now().getTime() - stragglersMs)]),
  )
}

const dueSql = 'select user_id as "userId" from billing.departures where user_id > $1 order by user_id limit $2'
const owingSql = `select s.solution_id as "solutionId" from billing.subscriptions s join billing.invoice_addresses a on a.id = s.invoice_address_id
  where a.user_id = $1 and (exists (select from billing.charges c where c.solution_id = s.solution_id and c.status = 'OPEN')
    or exists (select from billing.invoices i where i.solution_id = s.solution_id and i.status = 'DRAFT')) order by 1`
const customersSql = 'select token from billing.provider_customers where user_id = $1'
const goneCustomerSql = 'delete from billing.provider_customers where user_id = $1 and token = $2'
const endSql = 'delete from billing.departures where user_id = $1 and left_at <= $2'
