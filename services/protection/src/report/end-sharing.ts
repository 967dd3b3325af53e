import type { Call, Caller } from '@bollard/access'
import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'

interface Shared {
  readonly solutionId: string
  readonly kind: 'report-schedule' | 'report-link'
  readonly id: string
}

/** Ends a schedule or a link at once. Throws `not-found`. */
export async function endSharing(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  actor: Caller,
  { solutionId, kind, id }: Shared,
  call: Call,
): Promise<void> {
  const action = kind === 'report-link' ? 'report-link.deleted' : 'report-schedule.deleted'
  await db.transaction(async (tx) => {
    const { length } =
      kind === 'report-link'
        ? await tx.query('protection-link-delete', linkSql, [solutionId, id])
        : await tx.query('protection-schedule-delete', scheduleSql, [solutionId, id])
    if (length === 0) throw new ProblemError('not-found')
    await recordAudit(tx, actor, call, now(), { solutionId, action, target: { kind, id } })
  })
}

const linkSql = 'delete from protection.report_links where solution_id = $1 and id = $2 returning 1 as one'
const scheduleSql = 'delete from protection.report_schedules where solution_id = $1 and id = $2 returning 1 as one'
