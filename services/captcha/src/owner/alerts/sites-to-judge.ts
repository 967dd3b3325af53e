import { type AlertSettings, siteSettingsSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { readSettings } from '../../records/sites/sites.ts'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { readAlertSettings } from './alert-settings.ts'

/** A site with what its alerts need to know of it. */
export interface JudgedSite {
  readonly id: number
  readonly solutionId: string
  /** IANA name. */
  readonly timeZone: string
  /** For how long results can be taken. */
  readonly resultTtlMinutes: number
  readonly firstVerificationAt: Date | null
  readonly settings: AlertSettings
  /** Whether the service decides if the site is under attack. */
  readonly mayBeUnderAttack: boolean
}

interface Row {
  id: number
  solutionId: string
  timeZone: string
  resultTtlMinutes: unknown
  underAttack: unknown
  firstVerificationAt: Date | null
  settings: unknown
}

const columns = `s.id, s.solution_id as "solutionId", s.time_zone as "timeZone", s.settings->'resultTtlMinutes' as "resultTtlMinutes",
  s.settings->'underAttack' as "underAttack", s.first_verification_at as "firstVerificationAt", a.settings
  from captcha.sites s left join captcha.alert_settings a on a.site_id = s.id`

const defaults = siteSettingsSchema.parse({})

/** The next sites after `afterId` on which something happened since `since`, or an alert lasts; by id. */
export async function findSitesToJudge(
  db: Queries,
  { afterId, since, limit }: { afterId: number; since: Date; limit: number },
): Promise<JudgedSite[]> {
  const rows = await db.query(
    'captcha-alert-sites',
    `select ${columns}
     where s.id > $1 and (
       exists (select from captcha.rollup_hourly r where r.site_id = s.id and r.dimension = ${dimensions.event} and r.hour >= $2)
       or exists (select from captcha.rollup_hourly r where r.site_id = s.id and r.dimension = ${dimensions.total} and r.hour >= $2)
       or exists (select from captcha.alerts l where l.site_id = s.id and l.ended_at is null))
     order by s.id limit $3`,
    [afterId, since, limit],
  )
  return rows.map(toJudged)
}

/** A site with whom to tell; undefined when it is gone. */
export async function findSiteToTell(db: Queries, siteId: number): Promise<JudgedSite | undefined> {
  const [row] = await db.query('captcha-alert-site', `select ${columns} where s.id = $1`, [siteId])
  return row && toJudged(row)
}

function toJudged({ underAttack, ...row }: Row): JudgedSite {
  return {
    ...row,
    mayBeUnderAttack: readSettings({ underAttack }).underAttack === 'AUTO',
    resultTtlMinutes:
      siteSettingsSchema.shape.resultTtlMinutes.safeParse(row.resultTtlMinutes ?? undefined).data ??
      defaults.resultTtlMinutes,
    settings: readAlertSettings(row.settings ?? undefined),
  }
}
