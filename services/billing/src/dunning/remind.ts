import { dayMs, daysAfter } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import type { Recipient } from '../invoice/invoice-mails.ts'
import { invoiceColumns, type IssuedInvoice, recordInvoiceState } from '../invoice/invoice-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { tellSubscription } from '../subscription/standing.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'
import { dateInWords, zoneOf } from '../wording/mail-words.ts'
import { writeDunningMails } from './letters.ts'
import { dueMails, lockTime, mailDays, uncollectibleDay, unpaidDay } from './schedule.ts'

const atOnce = 100

/**
 * Takes unpaid invoices as far as their days say: overdue once their day has passed, mails on days 0, 3, 7, 14 and 21, given up
 * on day 21, uncollectible on day 90. Where several mails have been missed only the last one is sent. Each step is
 * taken once over all processes.
 */
export async function remindOfUnpaid(context: BillingContext): Promise<void> {
  const now = context.now()
  const late = await context.db.query('billing-dun-late', lateSql, [now.toISOString().slice(0, 10), atOnce])
  for (const invoice of late) await markOverdue(context, invoice).catch(context.onError)
  const due = await context.db.query('billing-dun-due', dueSql, [now, [...mailDays], atOnce])
  for (const invoice of due) await remind(context, invoice).catch(context.onError)
  const old = await context.db.query('billing-dun-old', oldSql, [daysAfter(now, -uncollectibleDay), atOnce])
  for (const invoice of old) await writeOff(context, invoice).catch(context.onError)
}

type Unpaid = Pick<IssuedInvoice, 'id' | 'solutionId' | 'number' | 'status'>

async function writeOff(context: BillingContext, invoice: Unpaid): Promise<void> {
  const now = context.now()
  await asSystem(context.db, [invoice.solutionId], async (tx) => {
    const marked = await tx.query('billing-dun-write-off', writeOffSql, [invoice.id, now])
    if (marked.length > 0) await recordInvoiceState(tx, invoice, 'UNCOLLECTIBLE', now)
  })
}

async function markOverdue(context: BillingContext, invoice: Unpaid): Promise<void> {
  const { id, solutionId } = invoice
  const now = context.now()
  await asSystem(context.db, [solutionId], async (tx) => {
    const subscription = await lockSubscription(tx, solutionId)
    const marked = await tx.query('billing-dun-overdue', overdueSql, [id, now])
    if (!subscription || marked.length === 0) return
    await recordInvoiceState(tx, invoice, 'OVERDUE', now)
    await tellSubscription(tx, subscription, 'PAYMENT_FAILED', now)
  })
}

async function remind(context: BillingContext, invoice: IssuedInvoice): Promise<void> {
  const { id, solutionId, dunningSince } = invoice
  if (dunningSince === null) return
  const now = context.now()
  const step = dueMails(dunningSince, now)
  const zone = await zoneOf(context, solutionId)
  const letters = await lettersOf(context, invoice, { since: dunningSince, step, zone })
  const tells = !isPlainFailure(invoice, step)
  await asSystem(context.db, [solutionId], async (tx) => {
    const subscription = await lockSubscription(tx, solutionId)
    const marked = await tx.query('billing-dun-mark', markSql, [id, step, dunningSince, tells ? now : null, now])
    // It was paid meanwhile, or another process was first.
    if (!subscription || marked.length === 0) return
    for (const { mail, key } of letters) await context.enqueueMail(tx, mail, key)
    if (daysAfter(dunningSince, unpaidDay) <= now) {
      const late = await tellSubscription(tx, subscription, 'PAYMENT_FAILED', now)
      await tellSubscription(tx, late, 'GIVEN_UP', now)
    }
  })
}

function lettersOf(
  context: BillingContext,
  invoice: IssuedInvoice,
  { since, step, zone }: { readonly since: Date; readonly step: number; readonly zone: string },
) {
  const now = context.now()
  const key = `${since.toISOString().slice(0, 10)}:${step}`
  const lockDate = ({ language }: Pick<Recipient, 'language'>) =>
    dateInWords(language, lockTime(since, invoice.noticedAt ?? now), zone)
  const { nextTryAt } = invoice
  if (isPlainFailure(invoice, step) && nextTryAt !== null) {
    return writeDunningMails(context, 'payment-failed', invoice, key, ({ language }) => ({
      date: dateInWords(language, nextTryAt, zone),
    }))
  }
  if (step === mailDays.length)
    return writeDunningMails(context, 'payment-last-reminder', invoice, key, (person) => ({
      lockDate: lockDate(person),
    }))
  const dueOn = Date.parse(`${invoice.dueOn ?? invoice.issuedOn}T00:00:00Z`)
  const daysOverdue = String(Math.max(0, Math.floor((now.getTime() - dueOn) / dayMs)))
  return writeDunningMails(context, 'payment-reminder', invoice, key, (person) => ({
    daysOverdue,
    lockDate: lockDate(person),
  }))
}

/** While a payment is retried automatically, the first two mails only say so. */
function isPlainFailure({ nextTryAt, paymentKind }: IssuedInvoice, step: number): boolean {
  return paymentKind !== 'BANK_TRANSFER' && nextTryAt !== null && step <= 2
}

/** Payments on their way from a bank are waited for. */
const lateSql = `select id, solution_id as "solutionId", number, status from billing.invoices i
  where kind = 'INVOICE' and status = 'ISSUED' and due_on < $1::date and void_wanted is null
    and not exists (select from billing.payments p where p.invoice_id = i.id and p.status in ('PENDING', 'PROCESSING')) order by due_on limit $2`
const overdueSql = `update billing.invoices set status = 'OVERDUE', dunning_since = coalesce(dunning_since, $2), updated_at = $2
  where id = $1 and status = 'ISSUED' and void_wanted is null returning id`
/** The next mail is due on the day that its place in the list says. */
const dueSql = `select ${invoiceColumns} from billing.invoices i
  where kind = 'INVOICE' and status in ('ISSUED', 'OVERDUE') and dunning_since is not null and void_wanted is null
    and dunning_step < cardinality($2::int[]) and dunning_since + make_interval(days => ($2::int[])[dunning_step + 1]) <= $1
    and not exists (select from billing.payments p where p.invoice_id = i.id and p.status in ('PENDING', 'PROCESSING'))
  order by dunning_since limit $3`
const markSql = `update billing.invoices set dunning_step = $2, noticed_at = coalesce(noticed_at, $4), updated_at = $5
  where id = $1 and dunning_step < $2 and dunning_since = $3 and status in ('ISSUED', 'OVERDUE') and void_wanted is null returning id`
const oldSql = `select id, solution_id as "solutionId", number, status from billing.invoices
  where kind = 'INVOICE' and status = 'OVERDUE' and dunning_since <= $1 and void_wanted is null order by dunning_since limit $2`
const writeOffSql = `update billing.invoices set status = 'UNCOLLECTIBLE', next_try_at = null, updated_at = $2 where id = $1 and status = 'OVERDUE' returning id`
