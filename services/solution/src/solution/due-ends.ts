import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import { stepLifecycle, notifyCaptchaOrLater } from '../change/change.ts'
import { erasedAfter } from './delete.ts'
import type { DueWork } from '../solution-context.ts'

type EndContext = Pick<SolutionContext, 'db' | 'applySolutionState'>
/** Of one run; the next run takes the next ones. */
const atOnce = 100

/** Cancelled solutions whose last paid period is over: they end. */
export async function dueEnds(context: EndContext, now: Date): Promise<DueWork[]> {
  const rows = await context.db.query('solution-due-ends', idsSql, [now, atOnce])
  return rows.map(
    ({ id }) =>
      () =>
        end(context, id, now),
  )
}

async function end(context: EndContext, id: string, now: Date): Promise<number> {
  const ended = await context.db.transaction(async (tx) => {
    const [row] = await tx.query('solution-due-end', rowSql, [id, now])
    if (!row || row.endsAt === null) return 0
    // Counted from the promised day, not from when this job came round to it.
    const deletionAt = erasedAfter(row.endsAt)
    await stepLifecycle(tx, row, 'ENDED', { endsAt: row.endsAt, deletionAt }, now)
    const change = {
      before: { lifecycle: row.lifecycle },
      after: { lifecycle: 'ENDED', deletionAt: deletionAt.toISOString() },
    }
    await recordAudit(tx, null, null, now, { scope: 'SOLUTION', scopeId: id, action: 'solution.ended', ...change })
    return 1
  })
  if (ended > 0) await notifyCaptchaOrLater(context, id)
  return ended
}

const due = `lifecycle = 'CANCEL_SCHEDULED' and ends_at`
const idsSql = `select id from solution.solutions where ${due} <= $1 order by ends_at limit $2`
const rowSql = `select id, lifecycle, ends_at as "endsAt" from solution.solutions
  where id = $1 and ${due} <= $2 for update skip locked`
