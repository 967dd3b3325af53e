import { rulesMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** What the column holds. */
const highestNumber = 32_767

/**
 * The number of a further rule of a locked site. Numbers of deleted rules stay taken, because rows of the log name them.
 * @throws ProblemError `quota-exceeded` when the site has as many rules as it may have, or has ever had as many as can be told apart
 */
export async function nextRuleNumber(tx: Queries, siteId: number): Promise<number> {
  const [row] = await tx.query(
    'captcha-rules-room',
    `select count(*) filter (where deleted_at is null)::int as live, coalesce(max(number), 0)::int as highest from captcha.rules where site_id = $1`,
    [siteId],
  )
  const { live = 0, highest = 0 } = row ?? {}
  assertRoom(live)
  if (highest >= highestNumber)
    throw new ProblemError('quota-exceeded', `A site may have made ${highestNumber} rules in all.`)
  return highest + 1
}

/** @param live rules of the site that are not deleted */
export function assertRoom(live: number): void {
  if (live >= rulesMax) throw new ProblemError('quota-exceeded', `A site may have ${rulesMax} rules.`)
}

/** Characters of all conditions of a site's rules together: as many as what-if takes, and what every process can make ready within some hundredths of a second. */
const charactersMax = 1_048_576

/**
 * Refuses when the rules of a locked site have become longer than they may be together; asked after a change, in its transaction.
 * @throws ProblemError `quota-exceeded`
 */
export async function assertLength(tx: Queries, siteId: number): Promise<void> {
  const [row] = await tx.query(
    'captcha-rules-length',
    'select coalesce(sum(length(conditions::text)), 0)::float8 as characters from captcha.rules where site_id = $1 and deleted_at is null',
    [siteId],
  )
  if ((row?.characters ?? 0) > charactersMax)
    throw new ProblemError(
      'quota-exceeded',
      `The conditions of all rules of a site may have ${charactersMax} characters together.`,
    )
}
