import type { Actor } from '@bollard/access'
import type { ReceivedInvitation } from '@bollard/contracts'
import type { ReceivedRow } from './find-received.ts'
import { entityOf, invitationColumns, statusOf } from './invitation-row.ts'
import { namesOf } from '../people/names.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor, showOwnInvitations } from '../store/as-actor.ts'

type ListContext = Pick<SolutionContext, 'db' | 'now' | 'identity'>

/** Open invitations to the confirmed address of the actor, newest first. Before the address is confirmed there are none. */
export async function listMyInvitations(context: ListContext, actor: Actor): Promise<{ items: ReceivedInvitation[] }> {
  const now = context.now()
  const rows = await asActor(context.db, actor, async (tx) => {
    await showOwnInvitations(tx, actor)
    return actor.emailVerified ? tx.query('invitation-list-mine', mineSql, [actor.email.toLowerCase(), now]) : []
  })
  return { items: await describeReceived(context, rows, now) }
}

/** Invitations as the invited person gets them. Ask outside of a transaction. */
export async function describeReceived(
  context: Pick<SolutionContext, 'identity'>,
  rows: readonly Omit<ReceivedRow, 'tokenHash'>[],
  now: Date,
): Promise<ReceivedInvitation[]> {
  const names = await namesOf(
    context,
    rows.map(({ invitedBy }) => invitedBy),
  )
  return rows.map((row) => ({
    id: row.id,
    to: { ...entityOf(row), name: row.name },
    role: row.role,
    status: statusOf(row, now),
    inviterName: names.get(row.invitedBy) ?? null,
    message: row.message,
    expiresAt: row.expiresAt.toISOString(),
  }))
}

const mineSql = `select * from (select ${invitationColumns}, solution.invited_to(id) as name from solution.invitations
    where email = $1 and status = 'PENDING' and expires_at > $2) i
  where name is not null order by id desc limit 100`
