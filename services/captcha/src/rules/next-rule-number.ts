import { mostRules } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** What the column holds. */
const highestNumber = 32_767

/**
 * The number of a further rule of a locked site. Numbers of deleted rules stay taken, because rows of the log name them.
 * @throws ProblemError `quota-exceeded` when the site has as many rules as it may have, or has ever had as many as can be told apart
 */
export async function nextRuleNumber(tx: Queries, siteId: number): Promise<number> {
  const [row] = await tx.query<{ live: number; highest: number }>(
    'captcha-rules-room',
    `select count(*) filter (where deleted_at is null)::int as live, coalesce(max(number), 0)::int as highest from captcha.rules where site_id = $1`,
    [siteId],
  )
  const { live = 0, highest = 0 } = row ?? {}
  assertRoom(live)
  if (highest >= highestNumber) throw new ProblemError('quota-exceeded', `A site may have made ${highestNumber} rules in all.`)
  return highest + 1
}

/** @param live rules of the site that are not deleted */
export function assertRoom(live: number): void {
  if (live >= mostRules) throw new ProblemError('quota-exceeded', `A site may have ${mostRules} rules.`)
}
