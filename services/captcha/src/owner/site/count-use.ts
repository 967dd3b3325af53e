import { type PlanFeature, planFeatures, siteSettingsSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { readSettings } from '../../records/sites/sites.ts'
import { countsForPlan } from '../api-keys/key-rules.ts'
import { isWildcard } from '../plan/assert-plan.ts'
import { isAboutPlace } from '../plan/wanted-of-rule.ts'
import { wantedOfSettings } from '../plan/wanted-of-settings.ts'

/** What a site has of the things that plans limit. */
export interface SiteUse {
  readonly counts: {
    /** Different ones, over all environments. */
    readonly domains: number
    readonly environments: number
    /** Keys that work now, save those that only work on until their replacement is installed. */
    readonly apiKeys: number
  }
  /** Each once, in the order of `planFeatures`. Rules that are switched off or have expired use none. */
  readonly features: readonly PlanFeature[]
}

/** Counts what a solution's site has; zeros where there is none. */
export async function countUse(db: Queries, solutionId: string, now: Date): Promise<SiteUse> {
  const [row] = await db.query('captcha-count-use', statement, [solutionId, now])
  if (row === undefined) return { counts: { domains: 0, environments: 0, apiKeys: 0 }, features: [] }
  const { settings, domains, environments, apiKeys, fields } = row
  const used = new Set<PlanFeature>(
    wantedOfSettings(siteSettingsSchema.parse({}), readSettings(settings)).map(({ feature }) => feature),
  )
  if (fields.length > 0) used.add('RULES')
  if (fields.some((field) => isAboutPlace({ field }))) used.add('GEO_RULES')
  if (domains.some(isWildcard)) used.add('WILDCARD_DOMAINS')
  return {
    counts: { domains: domains.length, environments, apiKeys },
    features: planFeatures.filter((feature) => used.has(feature)),
  }
}

const statement = `select s.settings,
    array(select distinct d from captcha.environments e, unnest(e.domains) d where e.site_id = s.id and e.archived_at is null) as domains,
    (select count(*)::int from captcha.environments e where e.site_id = s.id and e.archived_at is null) as environments,
    (select count(*)::int from captcha.api_keys k where k.site_id = s.id and ${countsForPlan}) as "apiKeys",
    array(select distinct c ->> 'field' from captcha.rules r, jsonb_array_elements(r.conditions) c
      where r.site_id = s.id and r.deleted_at is null and r.enabled and (r.expires_at is null or r.expires_at > $2)) as fields
  from captcha.sites s where s.solution_id = $1`
