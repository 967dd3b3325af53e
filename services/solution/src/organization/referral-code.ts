import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * The wished-for code of an organization's referral links, or a new one. Throws `validation-failed` for one that another
 * organization has, or had: links with it are still around. One's own code of before may be taken again.
 */
export async function chooseReferralCode(
  tx: Queries,
  wish: string | undefined,
  randomBytes: (size: number) => Buffer,
): Promise<string> {
  const code = wish ?? Array.from(randomBytes(10), (byte) => letters.charAt(byte % letters.length)).join('')
  // Two who wish for the same code at once take turns.
  await tx.query(
    'referral-code-turn',
    `select pg_advisory_xact_lock(hashtextextended('solution.referral-code ' || $1, 0))`,
    [code],
  )
  const [row] = await tx.query('referral-code-taken', 'select solution.is_referral_code_taken($1) as taken', [code])
  if (row?.taken)
    throw new ProblemError('validation-failed', undefined, {
      errors: [{ pointer: '/referralCode', code: 'already-taken' }],
    })
  return code
}

/**
 * The organization whose referral link led somebody here who is creating a solution. Null where the code belongs to nobody any
 * more, to an organization of theirs, or where they were a customer before: links lead new customers, and each of them once.
 */
export async function findReferringOrganization(tx: Queries, code: string): Promise<string | null> {
  const [row] = await tx.query('organization-brought-by', 'select solution.brought_by($1) as id', [code])
  return row?.id ?? null
}
