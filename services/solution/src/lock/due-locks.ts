import type { LockReason } from '@bollard/contracts'
import { notifyCaptchaOrLater } from '../change/change.ts'
import type { DueWork } from '../solution-context.ts'
import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import { openLock } from './lock-by-system.ts'

type DueContext = Pick<
  SolutionContext,
  'db' | 'newId' | 'enqueueMail' | 'identity' | 'dashboardUrl' | 'applySolutionState' | 'captcha'
>

interface Open {
  readonly id: string
  readonly solutionId: string
  readonly reason: LockReason
  readonly lockedAt: Date
}

/** How long after a lock because of its end a trial works on. */
const trialDays = 14
/** Of each kind in one run; the next run takes the next ones. */
const atOnce = 100

/** Locks whose time is over, those of leaked keys that may have been replaced, and trials that worked on for long enough. */
export async function dueLocks(context: DueContext, now: Date): Promise<DueWork[]> {
  const since = new Date(now.getTime() - trialDays * 86_400_000)
  const ended = await context.db.query('solution-locks-ended', endedSql, [now, atOnce])
  const leaked = await context.db.query('solution-locks-leaked', leakedSql, [atOnce])
  const trials = await context.db.query('solution-locks-of-trials', trialsSql, [since, atOnce])
  const open = ({ id, solutionId, reason }: Open) => openLock(context, { solutionId, reason, lockId: id, at: now })
  return [
    ...ended.map((lock) => () => open(lock)),
    ...leaked.map(
      (lock) => async () => ((await context.captcha.isSecretRotated(lock.solutionId, lock.lockedAt)) ? open(lock) : 0),
    ),
    ...trials.map((lock) => () => refuse(context, lock, now)),
  ]
}

/** One statement decides, so that of several processes one writes it down. */
async function refuse(context: DueContext, { id, solutionId }: Open, now: Date): Promise<number> {
  const refused = await context.db.transaction(async (tx) => {
    // First the solution and then its lock, as everybody takes them.
    await tx.query('solution-lock-row', 'select 1 from solution.solutions where id = $1 for no key update', [
      solutionId,
    ])
    const rows = await tx.query('solution-lock-tighten', tightenSql, [id])
    if (rows.length === 0) return 0
    const change = { target: { kind: 'lock', id }, before: { effect: 'WORK_ONLY' }, after: { effect: 'REFUSE' } }
    await recordAudit(tx, null, null, now, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'solution.lock-tightened',
      ...change,
    })
    return 1
  })
  if (refused > 0) await notifyCaptchaOrLater(context, solutionId)
  return refused
}

const openColumns = 'id, solution_id as "solutionId", reason, locked_at as "lockedAt"'
const endedSql = `select ${openColumns} from solution.locks where unlocked_at is null and locked_until <= $1 order by locked_until limit $2`
// Those that nobody heeds must not keep the others waiting.
const leakedSql = `select ${openColumns} from solution.locks where unlocked_at is null and reason = 'SECURITY_INCIDENT' order by random() limit $1`
const trialsSql = `select ${openColumns} from solution.locks
  where unlocked_at is null and reason = 'TRIAL_EXPIRED' and effect = 'WORK_ONLY' and locked_at <= $1 order by locked_at limit $2`
const tightenSql = `update solution.locks set effect = 'REFUSE' where id = $1 and unlocked_at is null and effect = 'WORK_ONLY' returning id`
