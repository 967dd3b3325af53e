import type { Queries } from '@bollard/database'

/** What a site has of the things that plans limit. */
export interface SiteUse {
  /** Different ones, over all environments. */
  readonly domains: number
  readonly environments: number
  /** Keys that work now. */
  readonly apiKeys: number
}

/** Counts what a solution's site has; zeros where there is none. */
export async function countUse(db: Queries, solutionId: string, now: Date): Promise<SiteUse> {
  const [row] = await db.query<SiteUse>('captcha-count-use', statement, [solutionId, now])
  return row ?? { domains: 0, environments: 0, apiKeys: 0 }
}

const statement = `select
    (select count(distinct d)::int from captcha.environments e, unnest(e.domains) d where e.site_id = s.id and e.archived_at is null) as domains,
    (select count(*)::int from captcha.environments e where e.site_id = s.id and e.archived_at is null) as environments,
    (select count(*)::int from captcha.api_keys k where k.site_id = s.id and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)) as "apiKeys"
  from captcha.sites s where s.solution_id = $1`
