import type { Actor, Call } from '@bollard/access'
import {
  effectsOfReason,
  type LockReason,
  type Role,
  type Solution,
  type SolutionLockUpdate,
  type SolutionUnlock,
} from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { type ChangeContext, notifyCaptchaOrLater } from '../change/change.ts'
import { getSolution } from '../change/get.ts'
import { insertLock } from './insert-lock.ts'
import { openLocks } from './open-locks.ts'
import { findRecipients } from '../people/notify.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { loadForChange, roleIn } from '../store/load.ts'
import type { SolutionRow } from '../store/solution-row.ts'

type LockContext = ChangeContext & Pick<SolutionContext, 'newId' | 'enqueueMail' | 'identity' | 'dashboardUrl'>

/**
 * Locks a solution: operators for every reason, its admins for their own. Throws `state-conflict` as `insertLock` does, and
 * `validation-failed` for an operator who does not say why.
 */
export async function lockSolution(
  context: LockContext,
  actor: Actor,
  solutionId: string,
  input: SolutionLockUpdate,
  call: Call,
): Promise<Solution> {
  const { reason, effect = effectsOfReason[reason][0], internalNote, publicMessage, notifyMembers } = input
  const tell = notifyMembers ? await findRecipients(context, solutionId, { members: 'ALL' }) : []
  return changeLocks(context, actor, { solutionId, reason }, async (tx, row, { at, asOperator }) => {
    if (asOperator && internalNote === undefined) {
      throw new ProblemError('validation-failed', undefined, {
        errors: [{ pointer: '/internalNote', code: 'required' }],
      })
    }
    const [lockedUntil, notifiedAt] = [dateOf(input.lockedUntil), dateOf(input.notifiedAt)]
    const by = { actor, asOperator, call, at, tell }
    await insertLock(context, tx, row, { reason, effect, internalNote, publicMessage, lockedUntil, notifiedAt }, by)
  })
}

/**
 * Opens locks: operators every one, admins of the solution their own, which is also what is meant where no reason is named. Throws
 * `state-conflict` when there is none to open.
 */
export async function unlockSolution(
  context: LockContext,
  actor: Actor,
  solutionId: string,
  input: SolutionUnlock,
  call: Call,
): Promise<Solution> {
  const { lockId, note } = input
  const tell = await findRecipients(context, solutionId, { members: 'ALL' })
  const { reasonResolved: named } = input
  return changeLocks(context, actor, { solutionId, reason: named }, async (tx, row, { at, asOperator }) => {
    const reason = named ?? (asOperator ? undefined : 'OWNER_REQUEST')
    const opened = await openLocks(context, tx, row, { reason, lockId, note }, { actor, asOperator, call, at, tell })
    if (opened === 0) throw new ProblemError('state-conflict', 'There is no such open lock.')
  })
}

/** Runs `change` on a solution that nobody else changes, when the actor may, tells the captcha of it, and answers the solution as it is then. */
async function changeLocks(
  context: LockContext,
  actor: Actor,
  { solutionId, reason }: { readonly solutionId: string; readonly reason: LockReason | undefined },
  change: (tx: Queries, row: SolutionRow, as: { readonly at: Date; readonly asOperator: boolean }) => Promise<void>,
): Promise<Solution> {
  const at = context.now()
  await asActor(
    context.db,
    actor,
    async (tx) => {
      const row = await loadForChange(tx, actor.userId, solutionId)
      const role = roleIn(row, actor.userId)
      const asOperator = actsAsOperator(actor, role)
      assertMayLock(actor, reason, { role, asOperator }, at)
      if (!row) throw new ProblemError('not-found')
      await change(tx, row, { at, asOperator })
    },
    { seesAll: true },
  )
  await notifyCaptchaOrLater(context, solutionId)
  return getSolution(context, actor, solutionId)
}

/** An operator who is an admin of the solution acts as that, unless they came from the admin site. */
function actsAsOperator({ isAdmin, adminNeedsSecondFactor, operating }: Actor, role: Role | null): boolean {
  if (isAdmin) return role !== 'ADMIN' || Boolean(operating)
  return adminNeedsSecondFactor === true && role === null
}

/** Operators may in their change mode; others are told first whether they are admins of it, and then that only their own reason is theirs. */
function assertMayLock(
  actor: Actor,
  reason: LockReason | undefined,
  { role, asOperator }: { readonly role: Role | null; readonly asOperator: boolean },
  now: Date,
): void {
  if (!asOperator) assertAllowed(actor, 'solution.lock-own', { role }, now)
  if ((reason ?? 'OWNER_REQUEST') !== 'OWNER_REQUEST' || asOperator)
    assertAllowed(actor, 'solution.lock', { role }, now)
}

function dateOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text)
}
