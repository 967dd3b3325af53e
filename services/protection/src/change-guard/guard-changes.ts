import { recordAudit } from '@bollard/audit'
import type { Database, RowOf } from '@bollard/database'
import { guardedSql } from '../limiter/stored-limiters.ts'
import { moveOn, rollBack, shareMs, undone } from '../limiter/write-limiters.ts'
import { lockSpace } from '../space/space.ts'
import { judgeChange } from './judge-change.ts'

/** A change with too few visitors to judge is tried no longer than this: so few are not harmed by much. */
const patienceMs = 24 * 3_600_000
const atOnce = 100

/**
 * Looks at every change that is tried: one that does harm is taken back at once, one that does none holds for all in the end. Run it every minute, in any
 * number of processes. Answers how many went on or back.
 */
export async function guardChanges(db: Database, at: Date): Promise<number> {
  const due = await db.query('protection-guard-due', dueSql, [atOnce])
  let moved = 0
  for (const { id, solutionId } of due) moved += Number(await guardOne(db, { id, solutionId }, at))
  return moved
}

async function guardOne(
  db: Database,
  named: { readonly id: string; readonly solutionId: string },
  at: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockSpace(tx, named.solutionId)
    const [row] = await tx.query('protection-guard-change', changeSql, [named.id])
    if (row === undefined || row.stageAt === null) return false
    const verdict = judgeChange(row.guarded)
    const triedMs = at.getTime() - row.stageAt.getTime()
    const isOver = verdict === 'TOO_FEW' ? triedMs >= patienceMs : triedMs >= shareMs
    if (verdict === 'TOO_FEW' || verdict === 'HARMLESS') {
      if (!isOver) return false
      await moveOn(tx, named, at)
    } else await rollBack(tx, named, verdict, at)
    await recordAudit(tx, {
      ...entryOf(row, verdict),
      scope: 'SOLUTION',
      scopeId: named.solutionId,
      at,
      actor: { kind: 'SYSTEM' },
    })
    return true
  })
}

function entryOf(row: RowOf<'protection-guard-change'>, verdict: ReturnType<typeof judgeChange>) {
  const target = { kind: 'limiter', id: row.id }
  const { changed, former } = row.guarded
  const seen = { changed: changed.visitors, former: former.visitors }
  if (verdict === 'TOO_FEW' || verdict === 'HARMLESS')
    return { action: 'limiter.change-finished', target, after: { name: row.name, visitors: seen } }
  const changes = undone(row)
  return {
    action: 'limiter.change-rolled-back',
    target,
    before: changes.before,
    after: { ...changes.after, fault: verdict, visitors: seen },
  }
}

/** Forgets who was seen of changes that are over, and what those were after a week: nothing can be taken back then. */
export async function sweepChanges(db: Database, at: Date): Promise<void> {
  const weekAgo = new Date(at.getTime() - 7 * 86_400_000)
  await db.query('protection-changes-settle', settleSql, [weekAgo])
  await db.query('protection-guarded-sweep', sweepSql, [])
}

const dueSql = `select id, solution_id as "solutionId" from protection.limiters where stage = 'SHARE' and next_at is not null order by next_at limit $1`
const changeSql = `select l.id, l.name, l.config, l.mode, l.former, l.former_mode as "formerMode", l.stage_at as "stageAt", ${guardedSql} as guarded
  from protection.limiters l where l.id = $1 and l.stage = 'SHARE' for update`
const settleSql = `update protection.limiters set stage = null, stage_at = null, former = null, former_mode = null, fault = null
  where stage in ('ALL', 'ROLLED_BACK') and stage_at < $1`
const sweepSql = `delete from protection.guarded_visitors g where not exists (select from protection.limiters l
  where l.id = g.limiter_id and l.round = g.round and l.stage is not null)`
