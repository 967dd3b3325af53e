import type { PlanFeature } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { PlanContext } from './plan-terms.ts'

const sitesAtATime = 500
/** What a page can switch on by itself, without any call that the plan could be held against. */
const onPages: readonly PlanFeature[] = ['WHITE_LABEL', 'INVISIBLE']

/**
 * Writes beside the sites of these solutions, or of all, what their plans do not have and pages could use nevertheless; widgets are
 * told with their settings. Safe to run in several processes at once.
 */
export async function keepWithheld(
  db: Database,
  { plansOf }: PlanContext,
  solutionIds: readonly string[] | null = null,
): Promise<void> {
  if (plansOf === undefined || solutionIds?.length === 0) return
  for (let after = 0; ;) {
    const sites = await db.query('captcha-withheld', sitesStatement, [after, sitesAtATime, solutionIds])
    const plans =
      sites.length === 0 ? new Map<string, never>() : await plansOf(sites.map(({ solutionId }) => solutionId))
    const changed = sites.flatMap(({ id, solutionId, withheld }) => {
      const features = plans.get(solutionId)?.features
      const wanted = features === undefined ? '' : onPages.filter((feature) => !features.includes(feature)).join()
      return wanted === withheld ? [] : [{ id, wanted }]
    })
    if (changed.length > 0)
      await db.query('captcha-withheld-keep', keepStatement, [
        changed.map(({ id }) => id),
        changed.map(({ wanted }) => wanted),
      ])
    after = sites.at(-1)?.id ?? after
    if (sites.length < sitesAtATime) return
  }
}

const firstLookMs = 86_400_000
/** A change can be seen this long after the moment that it carries. */
const overlapMs = 300_000

/** The same for plans that have changed since the last time; run it every few seconds, so that what was bought shows soon. The first time looks back a day. */
export function createPlanFollower({
  db,
  now,
  plans,
}: {
  readonly db: Database
  readonly now: () => Date
  readonly plans: PlanContext
}): () => Promise<void> {
  let since = now().getTime() - firstLookMs
  return async () => {
    const at = now().getTime()
    await keepWithheld(db, plans, (await plans.plansChangedSince?.(new Date(since))) ?? [])
    since = at - overlapMs
  }
}

const sitesStatement = `
select s.id, s.solution_id as "solutionId", array_to_string(s.withheld_features, ',') as withheld
from captcha.sites s where s.id > $1 and ($3::uuid[] is null or s.solution_id = any($3)) order by s.id limit $2`

const keepStatement = `
update captcha.sites s set withheld_features = string_to_array(k.withheld, ','), changed_at = clock_timestamp()
from unnest($1::int[], $2::text[]) as k (id, withheld) where s.id = k.id and s.withheld_features <> string_to_array(k.withheld, ',')`
