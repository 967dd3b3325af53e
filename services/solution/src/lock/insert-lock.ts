import type { Actor, Call, Person } from '@bollard/access'
import { recordAudit as recordSystemAudit } from '@bollard/audit'
import { billingLockReasons, type Lock, type LockEffect, lockNoticeDays, type LockReason } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { lockWords } from '@bollard/mail'
import { pageOf, notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'
import type { SolutionRow } from '../store/solution-row.ts'

export interface NewLock {
  readonly reason: LockReason
  readonly effect: LockEffect
  readonly internalNote?: string | undefined
  readonly publicMessage?: Lock['publicMessage'] | undefined
  readonly lockedUntil?: Date | null
  /** When the members were told that this lock would come. */
  readonly notifiedAt?: Date | null
}

/** Who locks or unlocks: a person, as an administrator of the deployment or for themselves; null is the system. */
export interface Locker {
  readonly actor: Pick<Actor, 'userId'> | null
  readonly asOperator: boolean
  readonly call: Pick<Call, 'from'> | null
}

type LockContext = Pick<SolutionContext, 'newId' | 'enqueueMail' | 'dashboardUrl'>
export type LockedRow = Pick<SolutionRow, 'id' | 'label' | 'lifecycle' | 'locks'>

/**
 * Adds an open lock. The row of the solution has to be locked in the same transaction. Throws `state-conflict` when there is
 * one with the reason already, when it would end before it begins, or when a reason of billing comes without 14 days of notice.
 */
export async function insertLock(
  context: LockContext,
  tx: Queries,
  row: LockedRow,
  lock: NewLock,
  by: Locker & { at: Date; tell: readonly Person[] },
): Promise<void> {
  const { at, actor, asOperator, call, tell } = by
  const { reason, effect, publicMessage = {}, lockedUntil = null, notifiedAt = null } = lock
  if (row.lifecycle === 'DELETED') throw new ProblemError('state-conflict')
  if (row.locks.some((open) => open.reason === reason))
    throw new ProblemError('state-conflict', 'There is an open lock with this reason.')
  if (lockedUntil !== null && lockedUntil <= at)
    throw new ProblemError('state-conflict', 'The lock would have ended already.')
  assertNotice(reason, notifiedAt, at)
  const id = context.newId()
  await tx.query('solution-lock-insert', insertSql, [
    id,
    row.id,
    reason,
    effect,
    JSON.stringify(publicMessage),
    actor?.userId ?? null,
    at,
    lockedUntil,
    notifiedAt,
  ])
  const target = { kind: 'lock', id }
  const after = { reason, effect, ...(lockedUntil && { lockedUntil: lockedUntil.toISOString() }) }
  await recordAudit(tx, actor, call, at, {
    scope: 'SOLUTION',
    scopeId: row.id,
    action: 'solution.locked',
    target,
    after,
    asOperator,
  })
  await recordNote(tx, { action: 'solution.locked', solutionId: row.id, lockId: id, note: lock.internalNote ?? '' }, by)
  await notifyPeople(context, tx, tell, {
    kind: 'solution-locked',
    key: id,
    values: (language) => {
      const words = lockWords(language, reason, effect)
      const own = publicMessage[language]
      return {
        link: pageOf(context, language, row.id, 'overview'),
        solution: row.label,
        reason: own === undefined ? words.reason : `${words.reason} ${own}`,
        effect: words.effect,
        remedy: words.remedy,
      }
    },
  })
}

/** A billing problem never breaks a customer's forms without notice. */
function assertNotice(reason: LockReason, notifiedAt: Date | null, at: Date): void {
  if (!billingLockReasons.includes(reason)) return
  const latest = at.getTime() - lockNoticeDays * 86_400_000
  if (notifiedAt === null || notifiedAt.getTime() > latest) {
    throw new ProblemError('state-conflict', `A lock for this reason needs notice of at least ${lockNoticeDays} days.`)
  }
}

/** What operators write for each other; the log of the solution, which its admins read, does not have it. */
export async function recordNote(
  tx: Queries,
  { action, solutionId, lockId, note }: { action: string; solutionId: string; lockId: string; note: string },
  { actor, asOperator, call, at }: Locker & { at: Date },
): Promise<void> {
  if (note === '' || !asOperator || actor === null) return
  await recordSystemAudit(tx, {
    at,
    scope: 'SYSTEM',
    scopeId: 'locks',
    actor: { kind: 'OPERATOR', id: actor.userId },
    action,
    target: { kind: 'lock', id: lockId },
    after: { solutionId, note },
    ...(call ? { from: call.from } : {}),
  })
}

const insertSql = `insert into solution.locks (id, solution_id, reason, effect, public_message, locked_by, locked_at, locked_until, notified_at)
  values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9)`
