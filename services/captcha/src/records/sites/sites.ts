import { type LockEffect, type PlanFeature, type SiteSettings, siteSettingsSchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** A site as it is stored: what all environments of a solution share. */
export interface StoredSite {
  readonly id: number
  readonly solutionId: string
  readonly settings: SiteSettings
  /** What locks and the life of the solution mean for it. */
  readonly restrictions: readonly LockEffect[]
  /** What the plan does not have and pages could use by themselves, see `keepWithheld`. */
  readonly withheldFeatures: readonly PlanFeature[]
  /** Keys that were made until then get no results; null: all that work do. */
  readonly resultsRefusedUntil: Date | null
  /** Number of the settings; every change adds one. */
  readonly version: number
  /** Moves with everything that the hot path reads of the site; microseconds since 1970. */
  readonly changedAt: string
}

/** One environment of a site that is not archived. */
export interface StoredEnvironment {
  readonly id: number
  readonly publicId: string
  readonly siteId: number
  readonly name: string
  readonly siteKey: string
  readonly domains: readonly string[]
  readonly active: boolean
}

const siteColumns = `s.id, s.solution_id as "solutionId", s.settings, s.restrictions, s.withheld_features as "withheldFeatures", s.results_refused_until as "resultsRefusedUntil", s.version, (extract(epoch from s.changed_at) * 1000000)::bigint::text as "changedAt"`
const environmentColumns = `e.id, e.public_id as "publicId", e.site_id as "siteId", e.name, e.site_key as "siteKey", e.domains, e.active`

/** Settings as they are stored, with the defaults of what is missing. What an older version wrote and nobody can read any more counts as never set. */
export function readSettings(stored: unknown): SiteSettings {
  const whole = siteSettingsSchema.safeParse(stored)
  if (whole.success) return whole.data
  const fields = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const readable = fields.filter(([name, value]) => {
    const schema = Object.hasOwn(siteSettingsSchema.shape, name)
      ? siteSettingsSchema.shape[name as keyof SiteSettings]
      : undefined
    return schema?.safeParse(value).success === true
  })
  return siteSettingsSchema.parse(Object.fromEntries(readable))
}

export async function findSites(db: Queries, ids: readonly number[]): Promise<StoredSite[]> {
  const rows = await db.query(
    'captcha-sites',
    `select ${siteColumns} from captcha.sites s where s.id = any($1::int[])`,
    [ids],
  )
  return rows.map((row) => ({ ...row, settings: readSettings(row.settings) }))
}

export async function findEnvironmentsOf(db: Queries, siteIds: readonly number[]): Promise<StoredEnvironment[]> {
  return db.query(
    'captcha-environments-of-sites',
    `select ${environmentColumns} from captcha.environments e where e.site_id = any($1::int[]) and e.archived_at is null order by e.id`,
    [siteIds],
  )
}

/** The sites of site keys that somebody owns, each once. */
export async function findSiteIdsByKey(db: Queries, siteKeys: readonly string[]): Promise<number[]> {
  const rows = await db.query(
    'captcha-sites-by-key',
    'select distinct site_id as id from captcha.environments where site_key = any($1::text[]) and archived_at is null',
    [siteKeys],
  )
  return rows.map(({ id }) => id)
}

/** Solutions that a site key or exactly this domain belongs to, at most 100, the newest first. */
export async function findSolutionsOf(db: Queries, siteKeyOrDomain: string): Promise<string[]> {
  const rows = await db.query('captcha-solutions-of', solutionsOfSql, [siteKeyOrDomain, siteKeyOrDomain.toLowerCase()])
  return rows.map(({ id }) => id)
}

const solutionsOfSql = `select distinct s.solution_id as id from captcha.sites s where s.id in (
    select site_id from captcha.environments where archived_at is null and site_key = $1
    union select site_id from captcha.environments where archived_at is null and domains @> array[$2])
  order by s.solution_id desc limit 100`

/** The site of an environment, also of one that was archived since. */
export async function findSiteIdOfEnvironment(db: Queries, environmentId: number): Promise<number | undefined> {
  const [row] = await db.query(
    'captcha-site-of-environment',
    'select site_id as id from captcha.environments where id = $1',
    [environmentId],
  )
  return row?.id
}

/** When any site last changed, in microseconds since 1970; `0` without a site. */
export async function findLatestChange(db: Queries): Promise<string> {
  const [row] = await db.query(
    'captcha-sites-latest',
    `select coalesce((extract(epoch from max(changed_at)) * 1000000)::bigint, 0)::text as at from captcha.sites`,
  )
  return row?.at ?? '0'
}

/** Sites that changed after a moment (microseconds since 1970, by the clock of the database), the oldest change first. */
export async function findChangedSites(db: Queries, since: string): Promise<{ id: number; changedAt: string }[]> {
  return db.query(
    'captcha-sites-changed',
    `select s.id, (extract(epoch from s.changed_at) * 1000000)::bigint::text as "changedAt"
     from captcha.sites s where s.changed_at > to_timestamp($1::bigint / 1000000.0) order by s.changed_at`,
    [since],
  )
}

/** Tells every process that what it has in memory of a site is out of date; in the transaction of the change. */
export async function touchSite(tx: Queries, siteId: number): Promise<void> {
  await tx.query('captcha-site-touch', 'update captcha.sites set changed_at = clock_timestamp() where id = $1', [
    siteId,
  ])
}

/** The site of a solution, with what its overview shows of its first environment. */
export interface SiteOverview extends StoredSite {
  readonly siteKey: string
  readonly domains: readonly string[]
  /** The newest key of the first environment that does nothing but verify and was not revoked. */
  readonly secretKey: {
    readonly id: string
    readonly prefix: string
    readonly last4: string
    readonly createdAt: Date
  } | null
  readonly firstVerificationAt: Date | null
  readonly firstFetchedAt: Date | null
}

export async function findSiteOfSolution(db: Queries, solutionId: string): Promise<SiteOverview | undefined> {
  const [row] = await db.query(
    'captcha-site-of-solution',
    `select ${siteColumns}, e.site_key as "siteKey", e.domains, k.id as "keyId", k.prefix, k.last4, k.created_at as "keyCreatedAt", s.first_verification_at as "firstVerificationAt", s.first_fetched_at as "firstFetchedAt"
     from captcha.sites s
     cross join lateral (select e.id, e.site_key, e.domains from captcha.environments e where e.site_id = s.id and e.archived_at is null order by e.id limit 1) e
     left join lateral (
       select k.public_id as id, k.prefix, k.last4, k.created_at from captcha.api_keys k
       where k.environment_id = e.id and k.scopes = '{verify}' and k.revoked_at is null order by k.id desc limit 1
     ) k on true
     where s.solution_id = $1`,
    [solutionId],
  )
  if (row === undefined) return undefined
  const { keyId, prefix, last4, keyCreatedAt, ...site } = row
  const isMissing = keyId === null || prefix === null || last4 === null || keyCreatedAt === null
  const secretKey = isMissing ? null : { id: keyId, prefix, last4, createdAt: keyCreatedAt }
  return { ...site, settings: readSettings(site.settings), secretKey }
}

/** Replaces the settings when they still have the version that was read; false when somebody was faster. */
export async function updateSettings(
  tx: Queries,
  siteId: number,
  { version, settings }: { version: number; settings: SiteSettings },
): Promise<boolean> {
  const rows = await tx.query(
    'captcha-site-settings',
    'update captcha.sites set settings = $3::jsonb, version = version + 1, changed_at = clock_timestamp() where id = $1 and version = $2 returning id',
    [siteId, version, JSON.stringify(settings)],
  )
  return rows.length > 0
}

export async function insertSite(
  tx: Queries,
  site: { solutionId: string; timeZone: string; createdAt: Date },
): Promise<number> {
  const [row] = await tx.query(
    'captcha-site-insert',
    `with made as (insert into captcha.sites (solution_id, time_zone, created_at) values ($1, $2, $3) returning id, time_zone),
       counted as (insert into captcha.rollup_zones (site_id, since, zone) select id, '-infinity', time_zone from made)
     select id from made`,
    [site.solutionId, site.timeZone, site.createdAt],
  )
  if (row === undefined) throw new Error('the insert of a site returned no row')
  return row.id
}

/** A new environment of a site; its number in the captcha service. */
export async function insertEnvironment(
  tx: Queries,
  environment: {
    siteId: number
    publicId: string
    name: string
    siteKey: string
    domains: readonly string[]
    createdAt: Date
  },
): Promise<number> {
  const [row] = await tx.query(
    'captcha-environment-insert',
    `insert into captcha.environments (site_id, public_id, name, site_key, domains, created_at, updated_at) values ($1, $2, $3, $4, $5::text[], $6, $6) returning id`,
    [
      environment.siteId,
      environment.publicId,
      environment.name,
      environment.siteKey,
      environment.domains,
      environment.createdAt,
    ],
  )
  if (row === undefined) throw new Error('the insert of an environment returned no row')
  return row.id
}

/** Makes changes of a site's keys and environments take turns, so that limits hold; readers and counters do not wait. */
export async function lockSite(tx: Queries, siteId: number): Promise<void> {
  await tx.query('captcha-site-turn', 'select 1 from captcha.sites where id = $1 for no key update', [siteId])
}
