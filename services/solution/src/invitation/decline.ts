import type { Actor, Call } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import { lockEntity } from '../access/entity.ts'
import { type Answered, findReceived } from './find-received.ts'
import { entityOf, statusOf } from './invitation-row.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/**
 * Turns an invitation down. Whoever holds the link may, signed in or not, as with any mail; `actor` is null for nobody. To
 * decline once more changes nothing. Throws `state-conflict` for an accepted one and `invitation-expired` otherwise.
 */
export async function declineInvitation(
  context: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor | null,
  answered: Answered,
  call: Call,
): Promise<void> {
  const at = context.now()
  await asActor(context.db, actor ?? { userId: '' }, async (tx) => {
    const entity = entityOf(await findReceived(tx, actor, answered))
    await lockEntity(tx, entity)
    const row = await findReceived(tx, actor, answered)
    const status = statusOf(row, at)
    if (status === 'DECLINED') return
    if (status === 'ACCEPTED') throw new ProblemError('state-conflict', 'The invitation was accepted already.')
    if (status !== 'PENDING') throw new ProblemError('invitation-expired')
    await tx.query(
      'invitation-decline',
      `update solution.invitations set status = 'DECLINED', decided_at = $2 where id = $1`,
      [row.id, at],
    )
    // By the link alone nobody knows who it was.
    await recordAudit(tx, actor, call, at, {
      scope: entity.kind,
      scopeId: entity.id,
      action: 'invitation.declined',
      target: { kind: 'INVITATION', id: row.id },
    })
  })
}
