import type { Queries } from '@bollard/database'

export interface AccountCounts {
  readonly confirmed: number
  readonly unconfirmed: number
  /** Accounts that were made in the last 24 hours. */
  readonly signUpsLastDay: number
}

/** How many accounts there are, for the operator's figures. */
export async function countAccounts(db: Queries, now: Date): Promise<AccountCounts> {
  const [row] = await db.query('identity-accounts-count', countSql, [now])
  return row ?? { confirmed: 0, unconfirmed: 0, signUpsLastDay: 0 }
}

const countSql = `select (count(*) filter (where email_verified))::int as confirmed, (count(*) filter (where not email_verified))::int as unconfirmed,
  (count(*) filter (where created_at > $1::timestamptz - interval '1 day'))::int as "signUpsLastDay" from identity.users`
