import type { Call, Caller } from '@bollard/access'
import {
  type MaintenanceWindow,
  type MaintenanceWindowChange,
  type MaintenanceWindowNew,
  maintenanceWindowsMax,
} from '@bollard/contracts'
import type { Database, Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { occurrencesBetween, requireMaintenance, UptimeFault } from '@bollard/uptime'
import { deleteAudited, type DeleteContext, type Named } from '../access/delete-audited.ts'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockSpace } from '../service/stored-services.ts'
import { toPlanned } from './planned.ts'

type WindowContext = Pick<MonitoringContext, 'db' | 'now' | 'newId'>

const dayMs = 86_400_000
/** How far ahead the next time of a window is looked for. */
const lookAheadMs = 400 * dayMs
/** Services are told anew a day before what they know of ends, see `toldAheadMs` of the engine. */
export const toldMs = 7 * dayMs

/** All windows of a solution, newest first. */
export async function listWindows(
  { db, now }: Pick<WindowContext, 'db' | 'now'>,
  solutionId: string,
): Promise<{ items: MaintenanceWindow[]; nextCursor: null }> {
  const rows = await db.query('monitoring-maintenance-list', listSql, [solutionId, null])
  const at = now().getTime()
  return { items: rows.map((row) => toWindow(row, at)), nextCursor: null }
}

/** Plans maintenance. Throws `quota-exceeded` and `validation-failed`. */
export async function createWindow(
  { db, now, newId }: WindowContext,
  actor: Caller,
  { solutionId, ...window }: MaintenanceWindowNew & { readonly solutionId: string },
  call: Call,
): Promise<MaintenanceWindow> {
  assertPlannable(window)
  const [at, id] = [now(), newId()]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    await assertServices(tx, solutionId, window.serviceIds)
    const known = await tx.query('monitoring-maintenance-list', listSql, [solutionId, null])
    if (known.length >= maintenanceWindowsMax)
      throw new ProblemError('quota-exceeded', `A solution may plan ${maintenanceWindowsMax} maintenance windows.`)
    const values = [id, solutionId, ...valuesOf(window), new Date(at.getTime() + toldMs), at]
    await tx.query('monitoring-maintenance-insert', insertSql, values)
    await tellServices(tx, [solutionId], at)
    await audit(tx, actor, call, at, { solutionId, id, action: 'maintenance.planned', after: auditedWindow(window) })
    return readWindow(tx, { solutionId, id }, at)
  })
}

/** Changes a window. Throws `version-conflict` and `validation-failed`. */
export async function updateWindow(
  { db, now }: Pick<WindowContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, id, version, ...window }: MaintenanceWindowChange & Named,
  call: Call,
): Promise<MaintenanceWindow> {
  assertPlannable(window)
  const at = now()
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const former = await readWindow(tx, { solutionId, id }, at)
    if (former.version !== version) throw new ProblemError('version-conflict')
    await assertServices(tx, solutionId, window.serviceIds)
    await tx.query('monitoring-maintenance-update', updateSql, [
      id,
      ...valuesOf(window),
      new Date(at.getTime() + toldMs),
    ])
    await tellServices(tx, [solutionId], at)
    const [before, after] = [auditedWindow(former), auditedWindow(window)]
    await audit(tx, actor, call, at, { solutionId, id, action: 'maintenance.changed', before, after })
    return readWindow(tx, { solutionId, id }, at)
  })
}

/** Deletes a window; its services are in maintenance no more. Throws `not-found`. */
export function deleteWindow(context: DeleteContext, actor: Caller, named: Named, call: Call): Promise<void> {
  return deleteAudited(context, actor, call, {
    ...named,
    kind: 'maintenance',
    action: 'maintenance.deleted',
    async remove(tx, at) {
      const deleted = await tx.query('monitoring-maintenance-delete', deleteSql, [named.solutionId, named.id])
      await tellServices(tx, [named.solutionId], at)
      return deleted
    },
  })
}

/** Tells services of the times of a series that come into reach. Run it about once an hour. Answers of how many windows. */
export async function tellSeries(db: Database, at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx.query('monitoring-maintenance-due', dueSql, [at, new Date(at.getTime() + toldMs)])
    await tellServices(tx, [...new Set(due.map(({ solutionId }) => solutionId))], at)
    return due.length
  })
}

async function tellServices(tx: Queries, solutionIds: readonly string[], at: Date): Promise<void> {
  if (solutionIds.length > 0) await tx.query('monitoring-maintenance-tell', tellSql, [solutionIds, at])
}

/** Refuses a window that the arithmetic cannot work with. Throws `validation-failed` with its fields. */
export function assertPlannable(window: MaintenanceWindowNew): void {
  try {
    requireMaintenance(toPlanned(window))
  } catch (error) {
    if (!(error instanceof UptimeFault)) throw error
    const pointers: Readonly<Record<string, string>> = {
      day: '/startsAt',
      time: '/startsAt',
      minutes: '/durationMinutes',
      'recurrence.lastDay': '/recurrence/until',
    }
    const pointer = pointers[error.field] ?? `/${error.field.replaceAll('.', '/')}`
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer, code: error.code }] })
  }
}

async function assertServices(tx: Queries, solutionId: string, serviceIds: readonly string[]): Promise<void> {
  const found = await tx.query('monitoring-maintenance-services', servicesSql, [solutionId, serviceIds])
  const known = new Set(found.map(({ id }) => id))
  const errors = serviceIds.flatMap((id, index) =>
    known.has(id.toLowerCase()) ? [] : [{ pointer: `/serviceIds/${index}`, code: 'unknown' }],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors: errors.slice(0, 100) })
}

async function readWindow(tx: Queries, { solutionId, id }: Named, at: Date): Promise<MaintenanceWindow> {
  const [row] = await tx.query('monitoring-maintenance-list', listSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toWindow(row, at.getTime())
}

function toWindow(row: RowOf<'monitoring-maintenance-list'>, now: number): MaintenanceWindow {
  const [next] = occurrencesBetween(toPlanned(row), now, now + lookAheadMs)
  const time = (ms: number): string => new Date(ms).toISOString()
  return {
    ...row,
    next: next === undefined ? null : { from: time(next.from), to: time(next.until) },
    createdAt: row.createdAt.toISOString(),
  }
}

function valuesOf(window: MaintenanceWindowNew): unknown[] {
  const { title, serviceIds, startsAt, durationMinutes, timeZone, recurrence } = window
  return [title, serviceIds, startsAt, durationMinutes, timeZone, recurrence && JSON.stringify(recurrence)]
}

function auditedWindow({ title, startsAt, durationMinutes, timeZone, recurrence, serviceIds }: MaintenanceWindowNew) {
  return { title, startsAt, durationMinutes, timeZone, recurrence, services: serviceIds.length }
}

async function audit(
  tx: Queries,
  actor: Caller,
  call: Call,
  at: Date,
  { id, ...event }: Parameters<typeof recordAudit>[4] & Named,
): Promise<void> {
  await recordAudit(tx, actor, call, at, { ...event, target: { kind: 'maintenance', id } })
}

const listSql = `select id, title, service_ids as "serviceIds", starts_at as "startsAt", duration_minutes as "durationMinutes",
    time_zone as "timeZone", recurrence, created_at as "createdAt", version
  from monitoring.maintenance where solution_id = $1 and ($2::uuid is null or id = $2) order by id desc`
const insertSql = `insert into monitoring.maintenance (id, solution_id, title, service_ids, starts_at, duration_minutes, time_zone, recurrence,
  told_until, created_at) values ($1, $2, $3, $4::uuid[], $5, $6, $7, $8::jsonb, $9, $10)`
const updateSql = `update monitoring.maintenance set title = $2, service_ids = $3::uuid[], starts_at = $4, duration_minutes = $5, time_zone = $6,
  recurrence = $7::jsonb, told_until = $8, version = version + 1 where id = $1`
const deleteSql = 'delete from monitoring.maintenance where solution_id = $1 and id = $2 returning title'
const servicesSql = 'select id from monitoring.services where solution_id = $1 and id = any ($2::uuid[])'
const dueSql = `update monitoring.maintenance set told_until = $2 where id in (
    select id from monitoring.maintenance where told_until < $1::timestamptz + interval '1 day' order by told_until limit 500 for update skip locked)
  returning solution_id as "solutionId"`
const tellSql = `insert into monitoring.signals (service_id, solution_id, at, event)
  select id, solution_id, $2, '{"kind": "REFRESH"}' from monitoring.services where solution_id = any ($1::uuid[])`
