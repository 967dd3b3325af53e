import { createVerificationId, type VerificationRow } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { seededBytes, seededRandom } from '@bollard/testing/seed'

/** Visitors of many sites, of which a few have most. */
export interface Traffic {
  /** So many visitors of this moment, of the first `sites` sites. */
  readonly visitors: (count: number, sites: number) => VerificationRow[]
  /** The number of the API key of a site. */
  readonly keyOf: (siteId: number) => number
  readonly now: number
  readonly sites: number
}

const browsers = Array.from({ length: 40 }, (_, index) => `Chrome ${151 - index}`)
const systems = ['Windows', 'Android', 'iOS', 'macOS', 'Linux']
const languages = ['de', 'en', 'fr', 'nl', 'it', 'es', 'pl', 'sv', null]
const countries = ['DE', 'AT', 'CH', 'FR', 'NL', 'BE', 'DK', 'PL', 'IT', 'ES', 'GB', 'US', 'IN', 'TR', null]
const reasons: readonly VerificationRow['reasons'][] = [
  [],
  [['consistent-browser', -0.2]],
  [
    ['hosting-network', 1.1],
    ['consistent-browser', -0.2],
  ],
]

/** As many settings as an owner usually has: to find two numbers among them costs a redemption, too. */
const settings = {
  resultRetrievals: 1,
  resultTtlMinutes: 15,
  difficulty: 'NORMAL',
  failover: 'REFUSE',
  design: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`colour${index}`, `#00${index + 100}a`])),
}

/** Makes the sites, each with an environment, an action and an API key of the same number. */
export async function makeTraffic(db: Database, { sites, now }: { sites: number; now: number }): Promise<Traffic> {
  const seen = new Date(now)
  await db.pool.query(
    `with made as (
       insert into captcha.sites (solution_id, created_at, first_verification_at, first_fetched_at, settings)
       select gen_random_uuid(), $2, $2, $2, $3::jsonb from generate_series(1, $1::int) returning id
     ), environments as (
       insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at)
       select id, 'Production', 'site-key-' || id, '{}', $2, $2 from made
     ), actions as (insert into captcha.actions (site_id, number, name) select id, 1, 'login' from made)
     insert into captcha.api_keys (site_id, hash, prefix, last4, created_at) select id, sha256(id::text::bytea), 'sk', 'abcd', $2 from made`,
    [sites, seen, JSON.stringify(settings)],
  )
  const keys = await db.query<{ id: number; siteId: number }>(
    '',
    'select id, site_id as "siteId" from captcha.api_keys',
  )
  await db.pool.query('analyze captcha.sites, captcha.environments, captcha.api_keys, captcha.actions')
  const keyOfSite = new Map(keys.map(({ id, siteId }) => [siteId, id]))
  const random = seededRandom('rollups')
  const bytes = seededBytes('rollups')
  const pick = <T>(list: readonly T[], power = 2): T | undefined => list[Math.floor(random() ** power * list.length)]
  const visitor = (sites: number): VerificationRow => {
    const at = now + Math.floor(random() * 10_000)
    // Skewed, but so that nearly every site has somebody.
    const siteId = 1 + Math.floor(random() ** 1.5 * sites)
    return {
      id: createVerificationId(at, bytes(10)),
      round: 0,
      siteId,
      environmentId: siteId,
      issuedAt: at,
      finishedAt: at + 2_000,
      outcome: 0,
      decision: 0,
      rule: 0,
      bypassKey: 0,
      score: random() ** 3,
      reasons: pick(reasons) ?? [],
      checkMs: Math.floor(1_000 + random() * 2_000),
      workMs: 600,
      workHashes: 2_097_152,
      hostname: 'www.shop.example',
      action: 1,
      browser: pick(browsers) ?? '',
      operatingSystem: pick(systems) ?? '',
      device: pick(['desktop', 'phone']) ?? '',
      language: pick(languages) ?? null,
      network: `${1 + Math.floor(random() * 220)}.${Math.floor(random() * 256)}.0.0/24`,
      country: pick(countries) ?? null,
      asn: 1_000 + Math.floor(random() ** 2 * 600),
      networkKind: pick([1, 2, 5]) ?? 1,
      flags: 0,
      shadowScore: null,
    }
  }
  return {
    visitors: (count, sites) => Array.from({ length: count }, () => visitor(sites)),
    keyOf: (siteId) => keyOfSite.get(siteId) ?? 0,
    now,
    sites,
  }
}
