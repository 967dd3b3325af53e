import type { BillingContext } from '../billing-context.ts'
import { asProgramme } from '../store/as-actor.ts'
import { recordOperation } from '../store/record-audit.ts'

const batch = 100

/** Approves commissions whose holding period is over, except those that an operator holds. Returns how many. */
export async function approveDueCommissions(context: Pick<BillingContext, 'db' | 'now' | 'onError'>): Promise<number> {
  const due = await context.db.query('partner-commissions-due', dueSql, [context.now()])
  let approved = 0
  for (const { organizationId } of due) {
    try {
      approved += await approveOf(context, organizationId)
    } catch (error) {
      context.onError(error)
    }
  }
  return approved
}

/** One audit entry per batch, since there may be a year of commissions after a long time without this job. */
async function approveOf({ db, now }: Pick<BillingContext, 'db' | 'now'>, organizationId: string): Promise<number> {
  const at = now()
  let approved = 0
  for (;;) {
    const rows = await asProgramme(db, { organizationIds: [organizationId] }, async (tx) => {
      const moved = await tx.query('partner-commissions-approve', approveSql, [at, batch, organizationId])
      const ids = moved.map(({ id }) => id)
      if (ids.length > 0)
        await recordOperation(tx, null, at, {
          organizationId,
          action: 'commissions.approved',
          before: { status: 'PENDING' },
          after: { status: 'APPROVED', ids },
        })
      return ids
    })
    approved += rows.length
    if (rows.length < batch) return approved
  }
}

const dueSql = `select distinct organization_id as "organizationId" from billing.commissions where status = 'PENDING' and available_at <= $1`
const approveSql = `update billing.commissions set status = 'APPROVED', updated_at = $1
  where id in (
    select id from billing.commissions where organization_id = $3 and status = 'PENDING' and available_at <= $1 order by id limit $2 for update skip locked)
  returning id`
