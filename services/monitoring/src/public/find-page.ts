import type { Queries, RowOf } from '@bollard/database'

/** A published page with all that an answer is made of, but for what changes by itself. */
export type PublishedPage = RowOf<'monitoring-public-page'>

/** The published page with a slug; null for a draft, and while the solution is refused. */
export async function findPublishedPage(db: Queries, slug: string): Promise<PublishedPage | null> {
  const [row] = await db.query('monitoring-public-page', pageSql, [slug])
  return row ?? null
}

/** The slug of the published page that a host name shows; null while no page has proven it. */
export async function findSlugOfHost(db: Queries, host: string): Promise<string | null> {
  const [row] = await db.query('monitoring-public-host', hostSql, [host])
  return row?.slug ?? null
}

const published = `monitoring.status_pages p join monitoring.spaces s on s.solution_id = p.solution_id
  where p.published and not 'REFUSE' = any (s.effects)`
const pageSql = `select p.id, p.solution_id as "solutionId", p.slug, p.host, p.name, p.description, p.announcement, p.days,
    p.response_times as "responseTimes", p.maintenance, p.color_light as "colorLight", p.color_dark as "colorDark", p.logo, p.languages,
    p.networks, p.noindex, p.password_hash as "passwordHash", p.created_at as "createdAt", p.version, s.time_zone as "timeZone"
  from ${published} and p.slug = $1`
const hostSql = `select p.slug from ${published} and p.host = $1 and p.host_served`
