import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import type { WebsiteSite } from '../messages.ts'

/**
 * The captcha of our own website: made at the first start, and anew when the website moves to another
 * host. Programs that start together make one.
 */
export async function provisionWebsite(
  db: Database,
  hostname: string,
  provisionSite: (request: { solutionId: string; domains: string[] }) => Promise<WebsiteSite>,
): Promise<WebsiteSite> {
  return db.transaction(async (tx) => {
    await tx.query('website-site-lock', 'lock table server.website_site in share row exclusive mode')
    const [kept] = await tx.query<WebsiteSite & { hostname: string }>(
      'website-site-find',
      'select site_key as "siteKey", secret_key as "secretKey", hostname from server.website_site',
    )
    if (kept?.hostname === hostname) return { siteKey: kept.siteKey, secretKey: kept.secretKey }
    // A start killed right here leaves a site that nobody uses; the next start makes another.
    const solutionId = randomUUIDv7()
    const site = await provisionSite({ solutionId, domains: [hostname] })
    await tx.query(
      'website-site-keep',
      `insert into server.website_site (solution_id, hostname, site_key, secret_key) values ($1, $2, $3, $4)
       on conflict (only_row) do update set solution_id = excluded.solution_id, hostname = excluded.hostname, site_key = excluded.site_key, secret_key = excluded.secret_key`,
      [solutionId, hostname, site.siteKey, site.secretKey],
    )
    return site
  })
}
