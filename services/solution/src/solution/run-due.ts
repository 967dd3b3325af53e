import { latestHash } from '@bollard/audit'
import { runDueLocks } from '../lock/run-due-locks.ts'
import type { SolutionDeps } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import type { SolutionRow } from '../store/solution-row.ts'
import { stepLifecycle, tellLater } from './change.ts'
import { erasedAfter } from './delete.ts'
import { dayFor, findAdmins, tellPeople } from './tell.ts'

type DueDeps = Parameters<typeof runDueLocks>[0] & Pick<SolutionDeps, 'eraseSite'>

/** Of each kind in one run; the next run takes the next ones. */
const atOnce = 100

/**
 * Does what time brings: ends what was cancelled, erases what was deleted 30 days ago, opens locks. Answers how many things it
 * did. It may run in several processes at once and be killed anywhere: each thing is done once, and what is half done goes on
 * with the next run.
 */
export async function runDue(deps: DueDeps, now: Date): Promise<number> {
  return (await endCancelled(deps, now)) + (await eraseDeleted(deps, now)) + (await runDueLocks(deps, now))
}

type DueRow = Pick<SolutionRow, 'id' | 'label' | 'lifecycle' | 'timezone' | 'endsAt'> & { readonly deleteAtEnd: boolean; readonly deletionAt: Date | null }

async function endCancelled(deps: DueDeps, now: Date): Promise<number> {
  const ids = await deps.db.query<{ id: string }>('solution-due-ends', `${dueIds} lifecycle = 'CANCEL_SCHEDULED' and ends_at <= $1 order by ends_at limit $2`, [now, atOnce])
  let done = 0
  for (const { id } of ids) {
    const ended = await deps.db.transaction(async (tx) => {
      const [row] = await tx.query<DueRow>('solution-due-end', `${dueRow} and lifecycle = 'CANCEL_SCHEDULED' and ends_at <= $2 for update skip locked`, [id, now])
      if (!row || row.endsAt === null) return false
      const to = row.deleteAtEnd ? 'DELETION_PENDING' : 'ENDED'
      // Counted from the promised day, not from when this job came round to it.
      const deletionAt = erasedAfter(row.endsAt)
      await stepLifecycle(tx, row, to, { endsAt: row.endsAt, deletionAt }, now)
      const change = { before: { lifecycle: row.lifecycle }, after: { lifecycle: to, deletionAt: deletionAt.toISOString() } }
      await recordAudit(tx, null, null, now, { scope: 'SOLUTION', scopeId: id, action: 'solution.ended', ...change })
      return true
    })
    if (!ended) continue
    done += 1
    await tellLater(deps, id)
  }
  return done
}

async function eraseDeleted(deps: DueDeps, now: Date): Promise<number> {
  const due = `lifecycle in ('ENDED', 'DELETION_PENDING') and deletion_at <=`
  const ids = await deps.db.query<{ id: string }>('solution-due-deletions', `${dueIds} ${due} $1 order by deletion_at limit $2`, [now, atOnce])
  let done = 0
  for (const { id } of ids) {
    // Nobody can have it back from here on, so the other services may forget it before we do; what is killed in between is done again.
    if (!(await deps.eraseSite(id))) continue
    const admins = await findAdmins(deps, id)
    const deleted = await deps.db.transaction(async (tx) => {
      const [row] = await tx.query<DueRow>('solution-due-deletion', `${dueRow} and ${due} $2 for update skip locked`, [id, now])
      if (!row) return false
      await stepLifecycle(tx, row, 'DELETED', {}, now)
      await tx.query('solution-empty', emptySql, [id])
      await tx.query('solution-empty-locks', 'update solution.locks set unlocked_at = $2 where solution_id = $1 and unlocked_at is null', [id, now])
      await tx.query('solution-empty-invitations', 'delete from solution.invitations where solution_id = $1', [id])
      await tx.query('solution-empty-members', 'delete from solution.members where solution_id = $1', [id])
      const change = { before: { lifecycle: row.lifecycle }, after: { lifecycle: 'DELETED' } }
      await recordAudit(tx, null, null, now, { scope: 'SOLUTION', scopeId: id, action: 'solution.deleted', ...change })
      const certificate = (await latestHash(tx, 'SOLUTION', id)) ?? ''
      await tellPeople(deps, tx, admins, {
        kind: 'solution-deleted',
        key: id,
        values: (language) => ({ solution: row.label, date: dayFor(language, now, row.timezone), certificate }),
      })
      return true
    })
    if (!deleted) continue
    done += 1
    await tellLater(deps, id)
  }
  return done
}

const dueIds = 'select id from solution.solutions where'
const dueRow = `select id, label, lifecycle, timezone, ends_at as "endsAt", deletion_at as "deletionAt", delete_at_end as "deleteAtEnd"
  from solution.solutions where id = $1`
const emptySql = `update solution.solutions set label = '', notification_emails = '{}', organization_id = null where id = $1`
