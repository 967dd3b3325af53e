import type { Actor, Call } from '@bollard/access'
import { membersMax, type ReceivedInvitation } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { findStanding, lockEntity } from '../access/entity.ts'
import { type Answered, findReceived, type ReceivedRow } from './find-received.ts'
import { entityOf, statusOf } from './invitation-row.ts'
import { describeReceived } from './list-mine.ts'
import { addMember } from '../member/add.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

type AcceptContext = Pick<SolutionContext, 'db' | 'now' | 'identity' | 'billing'>

/**
 * Makes the actor a member. Throws `wrong-account` unless the confirmed address of the session is the invited one,
 * `already-member` where that is so (an invitation that was accepted before, too), `invitation-expired` for one that is too
 * old or was taken back, and `state-conflict` for one that was declined.
 */
export async function acceptInvitation(
  context: AcceptContext,
  actor: Actor,
  answered: Answered,
  call: Call,
): Promise<ReceivedInvitation> {
  const at = context.now()
  assertAllowed(actor, 'invitation.answer', null, at)
  const seen = await asActor(context.db, actor, (tx) => findReceived(tx, actor, answered))
  assertInvited(actor, seen)
  const max = (seen.solutionId === null ? null : await context.billing.membersMax(seen.solutionId)) ?? membersMax

  const { row, isNew } = await asActor(context.db, actor, async (tx) => {
    const entity = entityOf(seen)
    await lockEntity(tx, entity)
    const found = await findReceived(tx, actor, answered)
    const standing = await findStanding(tx, actor, entity, at)
    if (standing?.role) {
      // Came in another way meanwhile; nothing is open any more.
      if (found.status === 'PENDING') await decide(tx, found, at)
      return { row: found, isNew: false }
    }
    assertOpen(found, at)
    await addMember(tx, actor, entity, { role: found.role, at, max })
    await decide(tx, found, at)
    await recordAudit(tx, actor, call, at, {
      scope: entity.kind,
      scopeId: entity.id,
      action: 'invitation.accepted',
      target: { kind: 'INVITATION', id: found.id },
      after: { role: found.role },
    })
    return { row: found, isNew: true }
  })
  if (!isNew) throw new ProblemError('already-member')
  const [received] = await describeReceived(context, [{ ...row, status: 'ACCEPTED' }], at)
  if (!received) throw new ProblemError('not-found')
  return received
}

function assertInvited(actor: Actor, { email }: ReceivedRow): void {
  if (actor.email.toLowerCase() !== email) throw new ProblemError('wrong-account')
}

function assertOpen(row: ReceivedRow, now: Date): void {
  const status = statusOf(row, now)
  if (status === 'EXPIRED') throw new ProblemError('invitation-expired')
  if (status === 'REVOKED')
    throw new ProblemError('invitation-expired', 'The invitation was taken back or replaced by a newer one.')
  // Accepted and left since: whoever is to come back needs a new one.
  if (status !== 'PENDING') throw new ProblemError('state-conflict', 'The invitation was answered already.')
}

async function decide(tx: Queries, { id }: ReceivedRow, at: Date): Promise<void> {
  await tx.query(
    'invitation-accept',
    `update solution.invitations set status = 'ACCEPTED', decided_at = $2 where id = $1`,
    [id, at],
  )
}
