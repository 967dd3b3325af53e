import type { LockReason } from '@bollard/contracts'
import type { SolutionDeps } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import { openLock } from './lock-by-system.ts'
import { tellLater } from '../solution/change.ts'

type DueDeps = Pick<SolutionDeps, 'db' | 'newId' | 'enqueueMail' | 'findPeople' | 'dashboardUrl' | 'restrictSite' | 'isSecretRotated'>

/** How long after a lock because of its end a trial works on. */
const trialDays = 14
/** Of each kind in one run; the next run takes the next ones. */
const atOnce = 100

/** Opens locks whose time is over and those of leaked keys that were replaced, and refuses what was on trial for too long. Answers how many. */
export async function runDueLocks(deps: DueDeps, now: Date): Promise<number> {
  return (await openEnded(deps, now)) + (await openRotated(deps, now)) + (await refuseTrials(deps, now))
}

interface Open {
  readonly id: string
  readonly solutionId: string
  readonly reason: LockReason
  readonly lockedAt: Date
}

async function openEnded(deps: DueDeps, now: Date): Promise<number> {
  const ended = await deps.db.query<Open>('solution-locks-ended', endedSql, [now, atOnce])
  let opened = 0
  for (const { id, solutionId, reason } of ended) opened += await openLock(deps, { solutionId, reason, lockId: id, at: now })
  return opened
}

async function openRotated(deps: DueDeps, now: Date): Promise<number> {
  const leaked = await deps.db.query<Open>('solution-locks-leaked', leakedSql, [atOnce])
  let opened = 0
  for (const { id, solutionId, reason, lockedAt } of leaked) {
    if (await deps.isSecretRotated(solutionId, lockedAt)) opened += await openLock(deps, { solutionId, reason, lockId: id, at: now })
  }
  return opened
}

/** One statement decides for each lock, so that of several processes one writes it down. */
async function refuseTrials(deps: DueDeps, now: Date): Promise<number> {
  const since = new Date(now.getTime() - trialDays * 86_400_000)
  const rows = await deps.db.transaction(async (tx) => {
    const refused = await tx.query<{ id: string; solutionId: string }>('solution-locks-of-trials', trialsSql, [since, atOnce])
    for (const { id, solutionId } of refused) {
      const change = { target: { kind: 'lock', id }, before: { effect: 'WORK_ONLY' }, after: { effect: 'REFUSE' } }
      await recordAudit(tx, null, null, now, { scope: 'SOLUTION', scopeId: solutionId, action: 'solution.lock-tightened', ...change })
    }
    return refused
  })
  for (const { solutionId } of rows) await tellLater(deps, solutionId)
  return rows.length
}

const openColumns = 'id, solution_id as "solutionId", reason, locked_at as "lockedAt"'
const endedSql = `select ${openColumns} from solution.locks where unlocked_at is null and locked_until <= $1 order by locked_until limit $2`
// Those that nobody heeds must not keep the others waiting.
const leakedSql = `select ${openColumns} from solution.locks where unlocked_at is null and reason = 'SECURITY_INCIDENT' order by random() limit $1`
const trialsSql = `update solution.locks l set effect = 'REFUSE' from (
    select id from solution.locks where unlocked_at is null and reason = 'TRIAL_EXPIRED' and effect = 'WORK_ONLY' and locked_at <= $1
    order by solution_id limit $2 for update skip locked) due
  where l.id = due.id returning l.id, l.solution_id as "solutionId"`
