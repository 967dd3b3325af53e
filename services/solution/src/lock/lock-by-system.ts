import { effectsOfReason } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { notifyCaptchaOrLater } from '../change/change.ts'
import { insertLock, type NewLock } from './insert-lock.ts'
import { type Opening, openLocks } from './open-locks.ts'
import { findRecipients } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { loadForChange } from '../store/load.ts'

type LockContext = Pick<
  SolutionContext,
  'db' | 'newId' | 'enqueueMail' | 'identity' | 'dashboardUrl' | 'applySolutionState'
>

const bySystem = { actor: null, asOperator: false, call: null }

/** A lock of a job; the effect may be left out where the reason has one only. */
export interface SystemLock extends Omit<NewLock, 'effect' | 'internalNote'> {
  readonly solutionId: string
  readonly effect?: NewLock['effect']
  readonly at: Date
}

/**
 * Locks a solution for a job, such as one of billing. False when there is an open lock with the reason already, so that it can
 * be called again. Throws `state-conflict` for a reason of billing without 14 days of notice, `not-found` without the solution.
 */
export async function setLock(context: LockContext, { solutionId, at, effect, ...lock }: SystemLock): Promise<boolean> {
  const tell = await findRecipients(context, solutionId)
  const locked = await context.db.transaction(async (tx) => {
    const row = await loadForChange(tx, '', solutionId)
    if (!row) throw new ProblemError('not-found')
    if (row.locks.some(({ reason }) => reason === lock.reason)) return false
    await insertLock(
      context,
      tx,
      row,
      { ...lock, effect: effect ?? effectsOfReason[lock.reason][0] },
      { ...bySystem, at, tell },
    )
    return true
  })
  if (locked) await notifyCaptchaOrLater(context, solutionId)
  return locked
}

/** Opens the locks of a solution that have a reason, for a job. Answers how many those were. */
export async function openLock(
  context: LockContext,
  { solutionId, at, ...opening }: Opening & { solutionId: string; at: Date },
): Promise<number> {
  const tell = await findRecipients(context, solutionId)
  const opened = await context.db.transaction(async (tx) => {
    const row = await loadForChange(tx, '', solutionId)
    if (!row) throw new ProblemError('not-found')
    return openLocks(context, tx, row, opening, { ...bySystem, at, tell })
  })
  if (opened > 0) await notifyCaptchaOrLater(context, solutionId)
  return opened
}
