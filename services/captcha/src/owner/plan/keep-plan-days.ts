import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@bollard/database'
import type { PlanContext } from './plan-terms.ts'

const sitesAtATime = 500

/**
 * Writes down for how long the plan of each site lets its log be kept, so that nothing else has to ask. Safe to run in several
 * processes at once; what one of them sees late is put right by the next run.
 */
export async function keepPlanDays(db: Database, now: number, { plansOf }: PlanContext): Promise<void> {
  if (plansOf === undefined) return
  for (let after = 0; ;) {
    const sites = await db.query('captcha-plan-days', sitesStatement, [after, sitesAtATime])
    const plans =
      sites.length === 0 ? new Map<string, never>() : await plansOf(sites.map(({ solutionId }) => solutionId))
    const changed = sites.flatMap((site) => {
      const allowed = plans.get(site.solutionId)?.limits.verificationLogDays ?? null
      const present = presentOf(site)
      // A plan without a log keeps what is needed to take results.
      const follows = followPlan(present, allowed === null ? null : Math.max(1, allowed), {
        now,
        createdAt: site.createdAt,
      })
      return isDeepStrictEqual(present, follows) ? [] : [{ id: site.id, ...follows }]
    })
    if (changed.length > 0)
      await db.query('captcha-plan-days-keep', keepStatement, [
        changed.map(({ id }) => id),
        changed.map(({ days }) => days),
        changed.map(({ next }) => next?.days ?? null),
        changed.map(({ next }) => next?.at ?? null),
      ])
    after = sites.at(-1)?.id ?? after
    if (sites.length < sitesAtATime) return
  }
}

interface Site {
  readonly id: number
  readonly solutionId: string
  readonly createdAt: Date
  readonly days: number | null
  readonly nextDays: number | null
  readonly nextAt: Date | null
}

function presentOf({ days, nextDays, nextAt }: Site): PlanDays {
  return { days, next: nextDays === null || nextAt === null ? null : { days: nextDays, at: nextAt } }
}

const sitesStatement = `
select s.id, s.solution_id as "solutionId", s.created_at as "createdAt", s.plan_log_days as days,
  s.next_plan_log_days as "nextDays", s.next_plan_log_days_at as "nextAt"
from captcha.sites s where s.id > $1 order by s.id limit $2`

const keepStatement = `
update captcha.sites s set plan_log_days = k.days, next_plan_log_days = k.next_days, next_plan_log_days_at = k.next_at
from unnest($1::int[], $2::int[], $3::int[], $4::timestamptz[]) as k (id, days, next_days, next_at) where s.id = k.id`

const dayMs = 86_400_000
/** Days between a plan that became smaller and the log that does. */
export const graceDays = 14

/** For how many days the plan lets a site keep its log, and what is to follow. Null is no limit, and nothing that follows. */
export interface PlanDays {
  readonly days: number | null
  readonly next: { readonly days: number; readonly at: Date } | null
}

/**
 * What holds from now on. More holds at once, less in 14 days; if it becomes still less meanwhile, the days begin anew. A site
 * that is younger than its plan keeps the log has nothing to lose, so for it the plan holds from the beginning.
 * @param allowed what the plan allows now; null without one
 */
export function followPlan(
  present: PlanDays,
  allowed: number | null,
  { now, createdAt }: { now: number; createdAt: Date },
): PlanDays {
  if (allowed === null) return { days: null, next: null }
  const isDue = present.next !== null && present.next.at.getTime() <= now
  const days = isDue ? present.next.days : present.days
  const isYoung = days === null && createdAt.getTime() > now - allowed * dayMs
  if (isYoung || (days !== null && allowed >= days)) return { days: allowed, next: null }
  const announced = isDue ? null : present.next
  const at = announced !== null && allowed >= announced.days ? announced.at : new Date(now + graceDays * dayMs)
  return { days, next: { days: allowed, at } }
}
