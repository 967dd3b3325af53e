import type { Queries } from '@bollard/database'

/** Captchas that verified their first visitor after `from` until `to`, `max` at most. Visitors with test keys leave no trace, so they count for none. */
export async function countFirstVerified(
  db: Queries,
  { from, to, max }: { readonly from: Date; readonly to: Date; readonly max: number },
): Promise<number> {
  const [row] = await db.query('captcha-first-verified-count', countSql, [from, to, max])
  return row?.sites ?? 0
}

const countSql = `select count(*)::int as sites
  from (select from captcha.sites where first_verification_at > $1 and first_verification_at <= $2 limit $3) n`
