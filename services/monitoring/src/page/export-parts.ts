import type { Database } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'

/**
 * What an owner takes along of status pages: pages without their passwords, reports, templates, and subscribers without their addresses,
 * which `exportSubscribers` tells.
 */
export async function* pageParts(db: Database, solutionId: string): AsyncGenerator<ExportPart> {
  yield {
    path: 'monitoring/status-pages.json',
    content: await db.query('monitoring-parts-pages', pagesSql, [solutionId]),
  }
  yield {
    path: 'monitoring/status-reports.json',
    content: await db.query('monitoring-parts-reports', reportsSql, [solutionId]),
  }
  yield {
    path: 'monitoring/report-templates.json',
    content: await db.query('monitoring-parts-templates', templatesSql, [solutionId]),
  }
  yield {
    path: 'monitoring/subscribers.json',
    content: await db.query('monitoring-parts-subscribers', subscribersSql, [solutionId]),
  }
}

// By name, so that no secret comes along with a later column.
const pagesSql = `select id, slug, host, host_proven_at as "hostProvenAt", name, description, announcement, days, response_times as "responseTimes", maintenance,
    color_light as "colorLight", color_dark as "colorDark", logo, languages, networks, noindex, published, created_at as "createdAt",
    updated_at as "updatedAt",
    (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'serviceId', c.service_id, 'name', c.name, 'description', c.description,
      'group', c.group_name) order by c.position), '[]') from monitoring.page_components c where c.page_id = p.id) as components
  from monitoring.status_pages p where p.solution_id = $1 order by p.id`
const reportsSql = `select id, page_id as "statusPageId", title, stage, started_at as "startedAt", resolved_at as "resolvedAt",
    (select coalesce(jsonb_agg(jsonb_build_object('at', u.at, 'stage', u.stage, 'text', u.text, 'impacts', u.impacts,
      'correctedAt', u.corrected_at) order by u.id), '[]')
      from monitoring.report_updates u where u.report_id = r.id) as updates
  from monitoring.status_reports r where r.solution_id = $1 order by r.id`
const templatesSql = 'select items from monitoring.report_templates where solution_id = $1'
const subscribersSql = `select id, page_id as "statusPageId", channel, state, component_ids as "componentIds", language,
    created_at as "createdAt", confirmed_at as "confirmedAt" from monitoring.subscribers where solution_id = $1 order by id`
