import type { BillingContext } from '../billing-context.ts'

const dayMs = 86_400_000
/** The provider sends an event again for three days at most, and refuses to do so by hand after thirty. */
const keptDays = 60

/** Forgets events that nobody can send again, and set-ups of payment methods that nobody finished. */
export async function forgetOldEvents({ db, now }: Pick<BillingContext, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * dayMs)
  await db.query('billing-events-forget', 'delete from billing.payment_events where received_at < $1', [before])
  await db.query('billing-setups-forget', 'delete from billing.payment_setups where created_at < $1', [before])
}
