import type { Call, Caller } from '@bollard/access'
import { changesOf } from '@bollard/audit'
import {
  type ReportUpdateNew,
  reportUpdatesMax,
  type StatusReport,
  type StatusReportChange,
  type StatusReportNew,
} from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { deleteAudited, type DeleteContext, type Named } from '../access/delete-audited.ts'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { findComponents } from '../page/stored-pages.ts'
import { readReport } from './stored-reports.ts'
import { tellSubscribers } from './tell-subscribers.ts'

type ReportContext = Pick<MonitoringContext, 'db' | 'now' | 'newId'>

/** Tells the public what goes wrong. Throws `validation-failed` for a page or a component that there is not, and a start that lies ahead. */
export async function createReport(
  { db, now, newId }: ReportContext,
  actor: Caller,
  { solutionId, statusPageId, title, startedAt, ...update }: StatusReportNew & { readonly solutionId: string },
  call: Call,
): Promise<StatusReport> {
  const [at, id] = [now(), newId()]
  const started = assertPast(startedAt, at) ?? at
  const resolved = update.stage === 'RESOLVED' ? at : null
  return db.transaction(async (tx) => {
    const [page] = await tx.query('monitoring-report-page', pageSql, [solutionId, statusPageId])
    if (page === undefined) throw refused('/statusPageId', 'unknown')
    const values = [id, page.id, solutionId, title, update.stage, started, resolved]
    await tx.query('monitoring-report-insert', insertSql, values)
    await addTo(tx, { solutionId, reportId: id, pageId: page.id, updateId: newId(), at, update })
    const created = await readReport(tx, solutionId, id)
    const target = { kind: 'status-report', id }
    const after = { title, stage: update.stage, told: update.tellSubscribers }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'status-report.created', target, after })
    return call.keepAnswer(tx, created)
  })
}

/** Adds an update: the report has its stage from then on, ends with RESOLVED and is open again with any other. Throws `quota-exceeded`. */
export async function addUpdate(
  { db, now, newId }: ReportContext,
  actor: Caller,
  { solutionId, id, ...update }: ReportUpdateNew & Named,
  call: Call,
): Promise<StatusReport> {
  const at = now()
  return db.transaction(async (tx) => {
    const { pageId } = await lockReport(tx, { solutionId, id })
    const former = await readReport(tx, solutionId, id)
    if (former.updates.length >= reportUpdatesMax)
      throw new ProblemError('quota-exceeded', `A report may have ${reportUpdatesMax} updates.`)
    await tx.query('monitoring-report-stage', stageSql, [id, update.stage, at])
    await addTo(tx, { solutionId, reportId: id, pageId, updateId: newId(), at, update })
    const changed = await readReport(tx, solutionId, id)
    const target = { kind: 'status-report', id }
    const changes = { before: { stage: former.stage }, after: { stage: update.stage, told: update.tellSubscribers } }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'status-report.updated', target, ...changes })
    return call.keepAnswer(tx, changed)
  })
}

/** Changes title and start. Throws `version-conflict` and `validation-failed`. */
export async function changeReport(
  { db, now }: Pick<ReportContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, id, title, startedAt, version }: StatusReportChange & Named,
  call: Call,
): Promise<StatusReport> {
  const at = now()
  const started = assertPast(startedAt, at)
  return db.transaction(async (tx) => {
    await lockReport(tx, { solutionId, id })
    const former = await readReport(tx, solutionId, id)
    if (former.version !== version) throw new ProblemError('version-conflict')
    await tx.query('monitoring-report-change', changeSql, [id, title, started])
    const changed = await readReport(tx, solutionId, id)
    const facts = (report: StatusReport) => ({ title: report.title, startedAt: report.startedAt })
    const target = { kind: 'status-report', id }
    const changes = changesOf(facts(former), facts(changed))
    await recordAudit(tx, actor, call, at, { solutionId, action: 'status-report.changed', target, ...changes })
    return changed
  })
}

/** Deletes a report; what subscribers were told is told. Throws `not-found`. */
export function deleteReport(context: DeleteContext, actor: Caller, named: Named, call: Call): Promise<void> {
  return deleteAudited(context, actor, call, {
    ...named,
    kind: 'status-report',
    action: 'status-report.deleted',
    remove: (tx) => tx.query('monitoring-report-delete', deleteSql, [named.solutionId, named.id]),
  })
}

interface Added {
  readonly solutionId: string
  readonly reportId: string
  readonly pageId: string
  readonly updateId: string
  readonly at: Date
  readonly update: ReportUpdateNew
}

/** Stores an update, and one message for each subscriber whom it concerns. */
async function addTo(tx: Queries, { solutionId, reportId, pageId, updateId, at, update }: Added): Promise<void> {
  const known = new Set((await findComponents(tx, pageId)).map(({ id }) => id))
  const impacts = update.impacts.map(({ componentId, impact }) => ({ componentId: componentId.toLowerCase(), impact }))
  const errors = impacts.flatMap(({ componentId }, index) =>
    known.has(componentId) ? [] : [{ pointer: `/impacts/${index}/componentId`, code: 'unknown' }],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  const values = [updateId, reportId, solutionId, at, update.stage, update.text, JSON.stringify(impacts)]
  await tx.query('monitoring-report-update-insert', updateInsertSql, values)
  if (update.tellSubscribers) await tellSubscribers(tx, { updateId, reportId, pageId, solutionId, at, revision: 1 })
}

/** Locks a report until the end of the transaction. Throws `not-found`. */
export async function lockReport(tx: Queries, { solutionId, id }: Named): Promise<{ pageId: string }> {
  const [row] = await tx.query('monitoring-report-lock', lockSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return row
}

function assertPast(startedAt: string | null, at: Date): Date | null {
  if (startedAt !== null && new Date(startedAt) > at) throw refused('/startedAt', 'ahead')
  return startedAt === null ? null : new Date(startedAt)
}

function refused(pointer: string, code: string): ProblemError {
  return new ProblemError('validation-failed', undefined, { errors: [{ pointer, code }] })
}

const pageSql = 'select id from monitoring.status_pages where solution_id = $1 and id = $2 for key share'
const insertSql = `insert into monitoring.status_reports (id, page_id, solution_id, title, stage, started_at, resolved_at)
  values ($1, $2, $3, $4, $5, $6, $7)`
const lockSql =
  'select page_id as "pageId" from monitoring.status_reports where solution_id = $1 and id = $2 for no key update'
const stageSql = `update monitoring.status_reports set stage = $2, version = version + 1,
    resolved_at = case when $2 = 'RESOLVED' then coalesce(resolved_at, $3::timestamptz) end where id = $1`
const changeSql =
  'update monitoring.status_reports set title = $2, started_at = $3, version = version + 1 where id = $1'
const deleteSql = 'delete from monitoring.status_reports where solution_id = $1 and id = $2 returning title, stage'
const updateInsertSql = `insert into monitoring.report_updates (id, report_id, solution_id, at, stage, text, impacts)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb)`
