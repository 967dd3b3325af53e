import type { PartnerDeps } from '../partner-context.ts'

const batch = 500

/** Makes commissions payable whose time of holding is over; those that an operator holds wait. Answers how many those were. */
export async function approveDueCommissions({ db, now }: Pick<PartnerDeps, 'db' | 'now'>): Promise<number> {
  let approved = 0
  for (;;) {
    const rows = await db.query('partner-commissions-approve', approveSql, [now(), batch])
    approved += rows.length
    if (rows.length < batch) return approved
  }
}

const approveSql = `update billing.commissions set status = 'APPROVED', updated_at = $1
  where id in (select id from billing.commissions where status = 'PENDING' and available_at <= $1 order by id limit $2 for update skip locked) returning 1 as one`
