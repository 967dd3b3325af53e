import { createHash } from 'node:crypto'
import type { PublicComponent, PublicContent, PublicPage, PublicState } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { dayAt, type ServiceState, uptimeFormulas } from '@bollard/uptime'
import { groupsOf } from '../page/stored-pages.ts'
import { type Figures, lastDays, readFigures } from './days.ts'
import { findPublishedPage, type PublishedPage } from './find-page.ts'
import { announce, findWindows, type Window } from './public-maintenance.ts'
import { findCurrentReports, findFirstReport, impactsOf } from './public-reports.ts'

/** An answer as it is sent. */
export interface Answer {
  readonly etag: string
  readonly body: string
}
type Component = RowOf<'monitoring-public-components'>

/** A page as it was at a moment: its answers, and what other calls about it need. */
export interface BuiltPage {
  readonly page: PublishedPage
  readonly components: readonly Component[]
  readonly windows: readonly Window[]
  readonly open: Answer
  /** For visitors who have not entered the password. */
  readonly locked: Answer
  readonly builtAt: number
  /** Figures are read anew after some minutes only, or once they are those of other days or components. */
  readonly figures: { readonly of: string; readonly at: number; readonly byService: ReadonlyMap<string, Figures> }
}

const figuresKeptMs = 300_000

export interface BuildOptions {
  readonly db: Queries
  readonly at: Date
  readonly siteKey: string | null
  /** What was built before. */
  readonly former: BuiltPage | null
}

/** Builds the answers of a page; null for one that there is not, or that is a draft. */
export async function buildPage(slug: string, options: BuildOptions): Promise<BuiltPage | null> {
  const { db, at, siteKey, former } = options
  const now = at.getTime()
  const page = await findPublishedPage(db, slug)
  if (page === null) return null
  const components = await db.query('monitoring-public-components', componentsSql, [page.id])
  const days = lastDays(page.timeZone, page.days, now)
  const of = `${page.id} ${page.version} ${days.first}`
  const isKept = former !== null && former.figures.of === of && now - former.figures.at < figuresKeptMs
  const serviceIds = components.map(({ serviceId }) => serviceId)
  const shown = { shown: page.responseTimes, at }
  const figures = isKept
    ? former.figures
    : { of, at: now, byService: await readFigures(db, { ...page, serviceIds }, days, shown) }
  const reports = await findCurrentReports(db, page.id, at)
  const windows = page.maintenance ? await findWindows(db, page.solutionId) : []
  const impacts = impactsOf(reports)
  const toComponent = (row: Component): PublicComponent => ({
    id: row.id,
    name: row.name,
    description: row.description,
    ...stateOf(row, impacts.get(row.id)),
    ...(figures.byService.get(row.serviceId) ?? noFigures),
    certificateExpiresAt: page.responseTimes ? (row.certificateExpiresAt?.toISOString() ?? null) : null,
  })
  const groups = groupsOf(components, toComponent)
  const first = (await findFirstReport(db, page.id)) ?? page.createdAt
  const content: PublicContent = {
    description: page.description,
    announcement: page.announcement,
    state: worstOf(groups.flatMap((group) => group.components)),
    timeZone: page.timeZone,
    firstDay: days.first,
    days: days.count,
    weights: uptimeFormulas.DURATION.weights,
    groups,
    reports,
    maintenance: announce(windows, components, now),
    firstMonth: dayAt(page.timeZone, Math.min(first.getTime(), page.createdAt.getTime())).day.slice(0, 7),
    subscribing: { open: true, siteKey },
  }
  const open = answerOf(page, content, at)
  const locked = page.passwordHash === null ? open : answerOf(page, null, at)
  return { page, components, windows, open, locked, builtAt: now, figures }
}

const noFigures: Figures = {
  uptimePercent: null,
  downSeconds: [],
  degradedSeconds: [],
  maintenanceSeconds: [],
  responseTimes: null,
}

/** Field by field: what is not named here is never told. */
function answerOf(page: PublishedPage, content: PublicContent | null, at: Date): Answer {
  const { slug, name, logo, colorLight: light, colorDark: dark, noindex } = page
  const languages = page.languages as PublicPage['languages']
  const forEverybody = page.networks.length === 0
  const said = { slug, name, logo, colors: { light, dark }, languages, noindex, forEverybody, content }
  const version = createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
  return { etag: `"${version}"`, body: JSON.stringify({ ...said, version, at: at.toISOString() } satisfies PublicPage) }
}

/** A paused service and one behind a challenge may work or not: visitors are told neither. */
const toldStates: Readonly<Record<ServiceState, PublicState>> = {
  UP: 'UP',
  DEGRADED: 'DEGRADED',
  DOWN: 'DOWN',
  MAINTENANCE: 'MAINTENANCE',
  CHALLENGED: 'UNKNOWN',
  PAUSED: 'UNKNOWN',
  UNKNOWN: 'UNKNOWN',
}
const severity: readonly PublicState[] = ['UNKNOWN', 'UP', 'MAINTENANCE', 'DEGRADED', 'DOWN']

type Said = { readonly impact: PublicState; readonly since: string } | undefined

/** What checks say, or an open report where that says worse. */
function stateOf({ state, since }: Component, said: Said): { state: PublicState; since: string } {
  const found = toldStates[state as ServiceState]
  if (said !== undefined && said.impact !== 'UP' && severity.indexOf(said.impact) > severity.indexOf(found))
    return { state: said.impact, since: said.since }
  return { state: found, since: since.toISOString() }
}

function worstOf(components: readonly PublicComponent[]): PublicState {
  const worst = Math.max(0, ...components.map(({ state }) => severity.indexOf(state)))
  return severity[worst] ?? 'UNKNOWN'
}

const componentsSql = `select c.id, c.service_id as "serviceId", c.name, c.description, c.group_number as "groupNumber", c.group_name as "groupName",
    case when s.paused or s.withheld then 'PAUSED' else t.state end as state, t.since, t.certificate_expires_at as "certificateExpiresAt"
  from monitoring.page_components c join monitoring.services s on s.id = c.service_id join monitoring.service_states t on t.service_id = s.id
  where c.page_id = $1 order by c.position`
