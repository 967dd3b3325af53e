import { daysAfter } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import { invoiceColumns, type IssuedInvoice } from '../invoice/invoice-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { writeDunningMails } from './letters.ts'
import { openLock, setLock } from './locks.ts'
import { lockDay, noticeDays } from './schedule.ts'

const atOnce = 100

/**
 * Locks solutions whose invoice is unpaid 30 days on, never before their admins have known for 14 days. What is wanted is written
 * down before the lock is asked for, so that a payment which comes in between opens it again.
 */
export async function lockUnpaid(context: BillingContext): Promise<void> {
  const now = context.now()
  const due = await context.db.query('billing-lock-due', dueSql, [
    daysAfter(now, -lockDay),
    daysAfter(now, -noticeDays),
    atOnce,
  ])
  for (const invoice of due) await lock(context, invoice).catch(context.onError)
}

async function lock(context: BillingContext, invoice: IssuedInvoice): Promise<void> {
  const { id, solutionId, noticedAt } = invoice
  if (noticedAt === null) return
  const now = context.now()
  const run = (name: string, sql: string) => asSystem(context.db, [solutionId], (tx) => tx.query(name, sql, [id, now]))
  const wanted = await run('billing-lock-want', wantSql)
  if (wanted.length === 0) return
  await setLock(context, { solutionId, reason: 'PAYMENT_OVERDUE', notifiedAt: noticedAt })
  const label = (await context.solution.findLabel(solutionId)) ?? ''
  const letters = await writeDunningMails(context, 'payment-overdue-locked', invoice, 'locked', () => ({
    solution: label,
  }))
  const locked = await asSystem(context.db, [solutionId], async (tx) => {
    const marked = await tx.query('billing-lock-mark', markSql, [id, now])
    if (marked.length > 0) for (const { mail, key } of letters) await context.enqueueMail(tx, mail, key)
    return marked.length > 0 || (await tx.query('billing-lock-still', stillSql, [solutionId])).length > 0
  })
  // It was paid in between, when there was no lock to open yet.
  if (!locked) await openLock(context, { solutionId, reason: 'PAYMENT_OVERDUE' })
}

/** Opens payment locks once the invoices behind them are settled; for one solution, or for all. */
export async function unlockPaid(
  context: Pick<BillingContext, 'db' | 'solution' | 'now' | 'onError'>,
  solutionId: string | null = null,
): Promise<void> {
  const due = await context.db.query('billing-unlock-due', unlockSql, [solutionId])
  for (const { solutionId: owner } of due) {
    try {
      await openLock(context, { solutionId: owner, reason: 'PAYMENT_OVERDUE' })
      await asSystem(context.db, [owner], (tx) => tx.query('billing-unlock-mark', unlockedSql, [owner]))
    } catch (error) {
      context.onError(error)
    }
  }
}

const isOpen = `status in ('ISSUED', 'OVERDUE', 'UNCOLLECTIBLE')`
const dueSql = `select ${invoiceColumns} from billing.invoices i
  where kind = 'INVOICE' and ${isOpen} and dunning_since <= $1 and noticed_at <= $2 and locked_at is null and void_wanted is null
    and not exists (select from billing.payments p where p.invoice_id = i.id and p.status in ('PENDING', 'PROCESSING'))
  order by dunning_since limit $3`
const wantSql = `update billing.invoices set lock_wanted_at = coalesce(lock_wanted_at, $2) where id = $1 and ${isOpen} returning id`
const markSql = `update billing.invoices set locked_at = $2 where id = $1 and lock_wanted_at is not null and locked_at is null and ${isOpen} returning id`
const stillSql = `select 1 as one from billing.invoices where solution_id = $1 and lock_wanted_at is not null and ${isOpen} limit 1`
const unlockSql = `select distinct solution_id as "solutionId" from billing.invoices i
  where lock_wanted_at is not null and not ${isOpen} and ($1::uuid is null or solution_id = $1)
    and not exists (select from billing.invoices o where o.solution_id = i.solution_id and o.lock_wanted_at is not null and o.${isOpen})`
const unlockedSql = `update billing.invoices set lock_wanted_at = null, locked_at = null where solution_id = $1 and lock_wanted_at is not null and not ${isOpen}`
