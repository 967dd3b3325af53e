import type { Database } from '@bollard/database'
import type { Archive } from '../archive/create-archive.ts'
import { eraseSlice, type Stage } from '../erasure/erase-slice.ts'
import { findLongestRetention, retentionDays } from '../log/retention-days.ts'

const dayMs = 86_400_000
const sitesAtATime = 500

/**
 * Erases verifications that are older than their site keeps them, where that is less than what any site does, as such days are
 * dropped as a whole. What waits for the archive stays. `retentionDays` is what the operator allows. Of labelled ones a count of their evidence stays. In slices, and safe to run in several processes at
 * once: two that come to the same rows take turns, and the second finds nothing.
 */
export async function keepRetention(
  db: Database,
  now: number,
  { retentionDays: most, archive }: { retentionDays: number; archive?: Pick<Archive, 'erasableBefore'> | undefined },
): Promise<void> {
  const longest = await findLongestRetention(db, most)
  let after = 0
  for (;;) {
    const sites = await db.query('captcha-retention-sites', sitesStatement, [
      longest,
      new Date(now),
      after,
      sitesAtATime,
    ])
    for (const { id, days } of sites) {
      const before = new Date(now - days * dayMs)
      const finished = (await archive?.erasableBefore(id, before)) ?? before
      await eraseOlder(db, { siteId: id, before: finished, stage: 0 })
      // No result, so nothing that is archived.
      await eraseOlder(db, { siteId: id, before, stage: 1 })
      after = id
    }
    if (sites.length < sitesAtATime) return
  }
}

async function eraseOlder(db: Database, slice: { siteId: number; before: Date; stage: Stage }): Promise<void> {
  for (let more = true; more;) {
    // What was erased is gone, so the next slice begins at the oldest again.
    more = await db.transaction(
      async (tx) => (await eraseSlice(tx, { ...slice, network: null, after: null, keepEvidence: true })).next !== null,
    )
  }
}

const isOlder = (outcome: string): string =>
  `exists (select from captcha.verifications v where v.site_id = s.id and v.outcome ${outcome} and v.issued_at < $2::timestamptz - make_interval(days => ${retentionDays}))`

const sitesStatement = `
select s.id, ${retentionDays} as days from captcha.sites s
where s.id > $3 and ${retentionDays} < $1 and (${isOlder('< 3')} or ${isOlder('= 3')}) order by s.id limit $4`
