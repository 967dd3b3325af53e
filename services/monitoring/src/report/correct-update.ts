import type { Call, Caller } from '@bollard/access'
import type { ReportCorrection, StatusReport } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { DeleteContext, Named } from '../access/delete-audited.ts'
import { recordAudit } from '../access/record-audit.ts'
import { readReport, type UpdateRow } from './stored-reports.ts'
import { tellSubscribers } from './tell-subscribers.ts'
import { lockReport } from './write-report.ts'

interface NamedUpdate extends Named {
  readonly updateId: string
}

/** Corrects the text of an update. Subscribers get it again only where that is wanted. Throws `version-conflict` and `not-found`. */
export async function correctUpdate(
  { db, now }: DeleteContext,
  actor: Caller,
  { solutionId, id, updateId, text, version, ...wanted }: ReportCorrection & NamedUpdate,
  call: Call,
): Promise<StatusReport> {
  const at = now()
  return db.transaction(async (tx) => {
    const { pageId } = await lockReport(tx, { solutionId, id })
    const former = await readReport(tx, solutionId, id)
    const update = findUpdate(former, updateId)
    if (former.version !== version) throw new ProblemError('version-conflict')
    if (update.text === text && !wanted.tellSubscribers) return former
    const [row] = await tx.query('monitoring-report-correct', correctSql, [updateId, text, at])
    await tx.query('monitoring-report-touch', touchSql, [id])
    if (wanted.tellSubscribers) {
      // What waits would say the new text anyway, and then once more.
      await tx.query('monitoring-report-hush', hushSql, [updateId, at])
      const told = { updateId, reportId: id, pageId, solutionId, at, revision: row?.revision ?? 1 }
      await tellSubscribers(tx, told)
    }
    const target = { kind: 'status-report', id }
    const changes = { before: { text: update.text }, after: { text, told: wanted.tellSubscribers } }
    const action = 'status-report-update.corrected'
    await recordAudit(tx, actor, call, at, { solutionId, action, target, ...changes })
    return readReport(tx, solutionId, id)
  })
}

/**
 * Deletes an update; the report then stands where its latest one says. What waits to be sent of it goes with it. Throws `in-use` for the
 * only update of a report, and `not-found`.
 */
export async function deleteUpdate(
  { db, now }: DeleteContext,
  actor: Caller,
  { solutionId, id, updateId }: NamedUpdate,
  call: Call,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    await lockReport(tx, { solutionId, id })
    const report = await readReport(tx, solutionId, id)
    const update = findUpdate(report, updateId)
    const rest = report.updates.filter((one) => one !== update)
    const last = rest.at(-1)
    if (last === undefined) throw new ProblemError('in-use', 'A report needs an update: delete the report instead.')
    await tx.query('monitoring-report-update-delete', 'delete from monitoring.report_updates where id = $1', [updateId])
    await restage(tx, id, last)
    const target = { kind: 'status-report', id }
    const before = { stage: update.stage, text: update.text }
    const action = 'status-report-update.deleted'
    await recordAudit(tx, actor, call, at, { solutionId, action, target, before })
  })
}

function findUpdate<Update extends Pick<UpdateRow, 'id'>>(report: { readonly updates: Update[] }, id: string): Update {
  const found = report.updates.find((one) => one.id === id)
  if (found === undefined) throw new ProblemError('not-found')
  return found
}

async function restage(tx: Queries, id: string, { stage, at }: Pick<UpdateRow, 'stage' | 'at'>): Promise<void> {
  await tx.query('monitoring-report-restage', restageSql, [id, stage, at])
}

const correctSql = `update monitoring.report_updates set corrected_at = case when text = $2 then corrected_at else $3 end, text = $2,
    revision = revision + 1 where id = $1 returning revision`
const touchSql = 'update monitoring.status_reports set version = version + 1 where id = $1'
const hushSql = `update monitoring.subscriber_messages set next_try_at = null, ended_at = $2 where update_id = $1 and ended_at is null`
const restageSql = `update monitoring.status_reports set stage = $2, version = version + 1,
    resolved_at = case when $2 = 'RESOLVED' then coalesce(resolved_at, $3::timestamptz) end where id = $1`
