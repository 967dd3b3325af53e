import type { Queries } from '@bollard/database'

interface CountedPeriod {
  readonly from: Date
  readonly to: Date
  /** No more are counted. */
  readonly max: number
}

/** Accounts that were made after `from` until `to`, and those of them with a confirmed address. */
export async function countNewAccounts(
  db: Queries,
  { from, to, max }: CountedPeriod,
): Promise<{ accounts: number; confirmed: number }> {
  const [row] = await db.query('identity-accounts-of-period', periodSql, [from, to, max])
  return row ?? { accounts: 0, confirmed: 0 }
}

/** Suspended accounts, `max` at most. */
export async function countSuspended(db: Queries, max: number): Promise<number> {
  const [row] = await db.query('identity-suspended-count', suspendedSql, [max])
  return row?.accounts ?? 0
}

const periodSql = `select count(*)::int as accounts, (count(*) filter (where email_verified))::int as confirmed
  from (select email_verified from identity.users where created_at > $1 and created_at <= $2 order by created_at desc limit $3) n`
const suspendedSql = `select count(*)::int as accounts
  from (select from identity.users where suspended_at is not null limit $1) n`
