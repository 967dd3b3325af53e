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
