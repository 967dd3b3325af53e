import type { SiteSettings } from '@bollard/contracts'
import type { Database } from '@bollard/database'

type Queries = Pick<Database, 'query'>

/** What the hot path knows of a site. */
export interface StoredSite {
  readonly id: number
  readonly solutionId: string
  readonly siteKey: string
  readonly domains: readonly string[]
  readonly threshold: number
  /** The widget reads nothing of the browser, and only the work and what the service sees count. */
  readonly minimalData: boolean
  readonly signedBots: SiteSettings['signedBots']
  readonly privateTokens: SiteSettings['privateTokens']
}

const columns = `id, solution_id as "solutionId", site_key as "siteKey", domains, threshold, minimal_data as "minimalData", signed_bots as "signedBots", private_tokens as "privateTokens"`

export async function findSitesByKey(db: Queries, siteKeys: string[]): Promise<StoredSite[]> {
  return db.query<StoredSite>('captcha-sites-by-key', `select ${columns} from captcha.sites where site_key = any($1::text[])`, [siteKeys])
}

export async function findSiteById(db: Queries, id: number): Promise<StoredSite | undefined> {
  const [site] = await db.query<StoredSite>('captcha-site-by-id', `select ${columns} from captcha.sites where id = $1`, [id])
  return site
}

/** The site of a solution, with what its overview page shows. */
export interface SiteOverview extends StoredSite {
  readonly prefix: string
  readonly last4: string
  readonly keyCreatedAt: Date
  readonly firstVerificationAt: Date | null
  readonly firstFetchedAt: Date | null
}

export async function findSiteOfSolution(db: Queries, solutionId: string): Promise<SiteOverview | undefined> {
  const [site] = await db.query<SiteOverview>(
    'captcha-site-of-solution',
    `select s.id, s.solution_id as "solutionId", s.site_key as "siteKey", s.domains, s.threshold, s.minimal_data as "minimalData", s.signed_bots as "signedBots", s.private_tokens as "privateTokens", k.prefix, k.last4, k.created_at as "keyCreatedAt",
       s.first_verification_at as "firstVerificationAt", s.first_fetched_at as "firstFetchedAt"
     from captcha.sites s join captcha.secret_keys k on k.site_id = s.id and k.revoked_at is null
     where s.solution_id = $1`,
    [solutionId],
  )
  return site
}

/** Replaces what the site's owner has set. */
export async function updateSettings(db: Queries, siteId: number, { minimalData, signedBots, privateTokens }: SiteSettings): Promise<void> {
  await db.query('captcha-site-settings', 'update captcha.sites set minimal_data = $2, signed_bots = $3::jsonb, private_tokens = $4::jsonb where id = $1', [
    siteId,
    minimalData,
    JSON.stringify(signedBots),
    privateTokens === null ? null : JSON.stringify(privateTokens),
  ])
}

export async function insertSite(db: Queries, site: { solutionId: string; siteKey: string; domains: readonly string[]; createdAt: Date }): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'captcha-site-insert',
    `insert into captcha.sites (solution_id, site_key, domains, created_at) values ($1, $2, $3::text[], $4) returning id`,
    [site.solutionId, site.siteKey, site.domains, site.createdAt],
  )
  if (row === undefined) throw new Error('the insert of a site returned no row')
  return row.id
}
