import type { Database, Queries, RowOf } from '@bollard/database'
import { toPlanned } from '../maintenance/planned.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { componentsOf, findWindows, type Window } from '../public/public-maintenance.ts'
import { lockSpace } from '../service/stored-services.ts'
import { type Notice, nextStep, type ShownWindow, type Told } from './next-step.ts'

type AnnounceContext = Pick<MonitoringContext, 'now' | 'newId'> & { readonly db: Database }
type Page = RowOf<'monitoring-announce-pages'>
type Component = RowOf<'monitoring-announce-components'>
type ToldRow = RowOf<'monitoring-announce-told'>

/** Solutions of one turn. */
const atOnce = 100
/** What may be told of one window in a turn: a worker that was away catches up. */
const stepsMax = 5

/**
 * Writes for subscribers what is to be told of planned maintenance: what was planned, changed or deleted, pages that show it anew, and
 * what time brings. What is known and what is told change in one transaction, so nothing is told twice. Answers how many notices there were.
 */
export async function announceMaintenance({ db, now, newId }: AnnounceContext): Promise<number> {
  const at = now()
  const due = await db.query('monitoring-announce-due', dueSql, [at, atOnce])
  let told = 0
  for (const { solutionId } of due) told += await db.transaction((tx) => announceOf(tx, solutionId, { at, newId }))
  return told
}

async function announceOf(
  tx: Queries,
  solutionId: string,
  { at, newId }: { readonly at: Date; readonly newId: () => string },
): Promise<number> {
  await lockSpace(tx, solutionId)
  const windows = await findWindows(tx, solutionId)
  const pages = await tx.query('monitoring-announce-pages', pagesSql, [solutionId])
  const components = await tx.query('monitoring-announce-components', componentsSql, [solutionId])
  const known = await tx.query('monitoring-announce-told', toldSql, [solutionId])
  const results = pages.flatMap((page) => {
    const shown = components.filter(({ pageId }) => pageId === page.id)
    return pairsOf(page, windows, known).map(({ row, window }) => ({
      id: row?.id ?? newId(),
      pageId: page.id,
      windowId: window?.id ?? null,
      isNew: row === undefined,
      ...advance(page, row, window && shownWindow(window, shown), at.getTime()),
    }))
  })
  const gone = results.flatMap(({ told, isNew, id }) => (told === null && !isNew ? [id] : []))
  const kept = results.flatMap(({ told, ...where }) => (told === null ? [] : [rowOf(told, where)]))
  const notices = results.flatMap((one) => one.notices.map((notice) => ({ id: newId(), ...noticeRow(notice, one) })))
  await tx.query('monitoring-announce-forget', forgetSql, [gone])
  await tx.query('monitoring-announce-put', putSql, [solutionId, JSON.stringify(kept)])
  await tx.query('monitoring-announce-notices', noticesSql, [solutionId, at, JSON.stringify(notices)])
  await tx.query('monitoring-announce-messages', messagesSql, [notices.map(({ id }) => id), at])
  await tx.query('monitoring-announced-windows', windowsDoneSql, [solutionId])
  await tx.query('monitoring-announced-pages', pagesDoneSql, [solutionId])
  return notices.length
}

/** Every window beside what a page has told of it, and what it has told of windows that are deleted. */
function pairsOf({ id }: Page, windows: readonly Window[], known: readonly ToldRow[]) {
  const own = known.filter(({ pageId }) => pageId === id)
  const byWindow = new Map(own.map((row) => [row.windowId, row]))
  return [
    ...windows.map((window) => ({ window, row: byWindow.get(window.id) })),
    ...own.filter(({ windowId }) => windowId === null).map((row) => ({ window: undefined, row })),
  ]
}

/** A page that shows no maintenance to visitors tells none either, and takes up again where it was. */
function advance(page: Page, row: ToldRow | undefined, window: ShownWindow | undefined, now: number) {
  let told = row === undefined ? null : toldOf(row)
  const notices: Notice[] = []
  if (!page.isShown) return { notices, told: told === null || window === undefined ? null : { ...told, nextAt: null } }
  for (let step = 0; step < stepsMax; step += 1) {
    const next = nextStep(told, window ?? null, now)
    told = next.told
    if (next.notice !== null) notices.push(next.notice)
    if (told === null || told.nextAt === null || told.nextAt > now) break
  }
  return { notices, told }
}

function shownWindow(window: Window, components: readonly Component[]): ShownWindow {
  const { version, title } = window
  return { version, title, maintenance: toPlanned(window), componentIds: componentsOf(window, components) }
}

function toldOf({ fromAt, toAt, toldAt, nextAt, ...row }: ToldRow): Told {
  const time = fromAt === null || toAt === null ? null : { from: fromAt.getTime(), until: toAt.getTime() }
  return {
    ...row,
    stage: row.stage as Told['stage'],
    time,
    toldAt: toldAt.getTime(),
    nextAt: nextAt?.getTime() ?? null,
  }
}

interface Where {
  readonly id: string
  readonly pageId: string
  readonly windowId: string | null
}

function rowOf({ time, toldAt, nextAt, ...told }: Told, { id, pageId, windowId }: Where) {
  const when = { fromAt: dateOf(time?.from), toAt: dateOf(time?.until), toldAt: dateOf(toldAt), nextAt: dateOf(nextAt) }
  return { ...told, ...when, id, pageId, windowId }
}

function noticeRow({ time, ...notice }: Notice, { id: toldId, pageId }: Where) {
  return { ...notice, fromAt: dateOf(time.from), toAt: dateOf(time.until), toldId, pageId }
}

function dateOf(ms: number | null | undefined): Date | null {
  return ms === null || ms === undefined ? null : new Date(ms)
}

const dueSql = `select distinct solution_id as "solutionId" from (
    (select solution_id from monitoring.maintenance where announced_version is distinct from version limit $2)
    union all (select solution_id from monitoring.status_pages where announced_version is distinct from version limit $2)
    union all (select solution_id from monitoring.told_maintenance where next_at <= $1 order by next_at limit $2)
    union all (select solution_id from monitoring.told_maintenance where window_id is null limit $2)) due limit $2`
const pagesSql = `select id, published and maintenance as "isShown" from monitoring.status_pages where solution_id = $1`
const componentsSql = `select id, page_id as "pageId", service_id as "serviceId" from monitoring.page_components
  where solution_id = $1 order by position`
const toldSql = `select id, page_id as "pageId", window_id as "windowId", window_version as "windowVersion", title, from_at as "fromAt", to_at as "toAt",
    is_series as "isSeries", plan, component_ids as "componentIds", stage, told_at as "toldAt", next_at as "nextAt"
  from monitoring.told_maintenance where solution_id = $1`
const forgetSql = 'delete from monitoring.told_maintenance where id = any ($1::uuid[])'
const putSql = `insert into monitoring.told_maintenance (id, page_id, solution_id, window_id, window_version, title, from_at, to_at, is_series, plan,
    component_ids, stage, told_at, next_at)
  select id, "pageId", $1, "windowId", "windowVersion", title, "fromAt", "toAt", "isSeries", plan, "componentIds", stage, "toldAt", "nextAt"
  from jsonb_to_recordset($2::jsonb) as n (id uuid, "pageId" uuid, "windowId" uuid, "windowVersion" int, title text, "fromAt" timestamptz,
    "toAt" timestamptz, "isSeries" boolean, plan text, "componentIds" uuid[], stage text, "toldAt" timestamptz, "nextAt" timestamptz)
  on conflict (id) do update set window_version = excluded.window_version, title = excluded.title, from_at = excluded.from_at,
    to_at = excluded.to_at, is_series = excluded.is_series, plan = excluded.plan, component_ids = excluded.component_ids,
    stage = excluded.stage, told_at = excluded.told_at, next_at = excluded.next_at`
const noticesSql = `insert into monitoring.maintenance_notices (id, page_id, solution_id, told_id, event, title, from_at, to_at, is_series,
    component_ids, at)
  select id, "pageId", $1, "toldId", event, title, "fromAt", "toAt", "isSeries", "componentIds", $2 from jsonb_to_recordset($3::jsonb)
    as n (id uuid, "pageId" uuid, "toldId" uuid, event text, title text, "fromAt" timestamptz, "toAt" timestamptz, "isSeries" boolean,
      "componentIds" uuid[])`
const messagesSql = `insert into monitoring.subscriber_messages (subscriber_id, solution_id, notice_id, next_try_at)
  select s.id, n.solution_id, n.id, $2 from monitoring.maintenance_notices n join monitoring.subscribers s on s.page_id = n.page_id
  where n.id = any ($1::uuid[]) and s.state = 'ACTIVE' and (s.component_ids = array[]::uuid[] or s.component_ids && n.component_ids)`
// Nobody plans and no page changes meanwhile: both take the turn of the solution.
const windowsDoneSql = `update monitoring.maintenance set announced_version = version
  where solution_id = $1 and announced_version is distinct from version`
const pagesDoneSql = `update monitoring.status_pages set announced_version = version
  where solution_id = $1 and announced_version is distinct from version`
