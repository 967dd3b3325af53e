import type { Call, Caller } from '@bollard/access'
import { type ReportSchedule, reportSchedulesMax } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { lockSpace } from '../space/space.ts'

interface Wanted extends Pick<ReportSchedule, 'emails' | 'language'> {
  readonly solutionId: string
}

export async function listReportSchedules(db: Queries, solutionId: string) {
  const rows = await db.query('protection-schedules-list', listSql, [solutionId])
  return { items: rows.map(toAnswer), nextCursor: null }
}

/** Throws `quota-exceeded`, and `validation-failed` for an address that no member of the solution has. */
export async function createReportSchedule(
  { db, now, newId, reports }: Pick<ProtectionContext, 'db' | 'now' | 'newId' | 'reports'>,
  actor: Caller,
  { solutionId, emails, language }: Wanted,
  call: Call,
): Promise<ReportSchedule> {
  const known = await Promise.all(emails.map((email) => reports.memberOf(email, solutionId)))
  const errors = known.flatMap((member, index) =>
    member === null ? [{ pointer: `/emails/${index}`, code: 'not-a-member' }] : [],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  const [at, id] = [now(), newId()]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const all = await tx.query('protection-schedules-list', listSql, [solutionId])
    if (all.length >= reportSchedulesMax) throw new ProblemError('quota-exceeded')
    const values = [id, solutionId, emails, language, at, actor.userId]
    const [row] = await tx.query('protection-schedule-insert', insertSql, values)
    if (row === undefined) throw new ProblemError('not-found')
    const target = { kind: 'report-schedule', id }
    const after = { recipients: emails.length, language }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'report-schedule.created', target, after })
    return toAnswer(row)
  })
}

function toAnswer({ lastSentAt, createdAt, ...row }: RowOf<'protection-schedules-list'>): ReportSchedule {
  return {
    ...row,
    every: 'FIRST_OF_MONTH',
    lastSentAt: lastSentAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

const shown = 'id, emails, language, last_sent_at as "lastSentAt", created_at as "createdAt", created_by as "createdBy"'
const listSql = `select ${shown} from protection.report_schedules where solution_id = $1 order by id`
const insertSql = `insert into protection.report_schedules (id, solution_id, emails, language, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6) returning ${shown}`
