import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import type { OwnSite } from '../own-sites.ts'

/**
 * The captcha of one of our own sites: made at the first start, and anew when its forms move to other hosts. Programs that
 * start together make one.
 */
export async function provisionOwnSite(
  db: Database,
  name: 'website' | 'identity',
  hosts: readonly string[],
  provisionSite: (request: { solutionId: string; domains: string[] }) => Promise<OwnSite>,
): Promise<OwnSite> {
  const domains = [...new Set(hosts)]
  const hostname = domains.join(' ')
  return db.transaction(async (tx) => {
    await tx.query('own-sites-lock', 'lock table server.own_sites in share row exclusive mode')
    const [kept] = await tx.query(
      'own-site-find',
      'select site_key as "siteKey", secret_key as "secretKey", hostname from server.own_sites where name = $1',
      [name],
    )
    if (kept?.hostname === hostname) return { siteKey: kept.siteKey, secretKey: kept.secretKey }
    // A start killed right here leaves a site that nobody uses; the next start makes another.
    const solutionId = randomUUIDv7()
    const site = await provisionSite({ solutionId, domains })
    await tx.query(
      'own-site-keep',
      `insert into server.own_sites (name, solution_id, hostname, site_key, secret_key) values ($1, $2, $3, $4, $5)
       on conflict (name) do update set solution_id = excluded.solution_id, hostname = excluded.hostname, site_key = excluded.site_key, secret_key = excluded.secret_key`,
      [name, solutionId, hostname, site.siteKey, site.secretKey],
    )
    return site
  })
}
