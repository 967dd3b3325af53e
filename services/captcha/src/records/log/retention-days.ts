import { siteSettingsSchema } from '@bollard/contracts'
import type { Database } from '@bollard/database'

/** Days for which a site keeps its log whose owner has said nothing. */
export const usualDays = siteSettingsSchema.parse({}).retentionDays

/** Days for which a site `s` of `captcha.sites` keeps its log, in SQL: as its owner has set it, and no longer than its plan allows. */
export const retentionDays = `least(coalesce((s.settings ->> 'retentionDays')::int, ${usualDays}), s.plan_log_days)`

/**
 * Days after which nobody keeps anything, so that days of the log can be dropped as a whole: at most `most`, which is what the
 * operator allows, and not less than what sites usually keep.
 */
export async function findLongestRetention(db: Database, most: number): Promise<number> {
  const [row] = await db.query(
    'captcha-retention-longest',
    `select max(${retentionDays}) as days from captcha.sites s`,
    [],
  )
  return Math.min(most, Math.max(row?.days ?? 0, usualDays))
}
