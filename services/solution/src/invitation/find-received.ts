import type { Actor } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { invitationColumns, type InvitationRow } from './invitation-row.ts'
import { hashToken, showOwnInvitations, showToken } from '../store/as-actor.ts'

/** How the invited person names an invitation: by the link of the mail, or as one of the open ones to their address. */
export interface Answered {
  readonly token?: string | undefined
  readonly invitationId?: string | undefined
}

export interface ReceivedRow extends InvitationRow {
  readonly tokenHash: Buffer
  /** What it leads to. */
  readonly name: string
}

/**
 * The invitation that somebody answers or looks at, opened to them until the end of the transaction. Throws `token-invalid`
 * and `not-found`, also when what it leads to is gone.
 */
export async function findReceived(
  tx: Queries,
  actor: Actor | null,
  { token, invitationId }: Answered,
): Promise<ReceivedRow> {
  if (token !== undefined) return findByToken(tx, token)
  if (actor === null) throw new ProblemError('unauthenticated')
  if (!actor.emailVerified) throw new ProblemError('email-not-verified')
  await showOwnInvitations(tx, actor)
  const [row] = await tx.query('invitation-received-by-id', byIdSql, [invitationId, actor.email.toLowerCase()])
  if (!row) throw new ProblemError('not-found')
  // From here on it is answered like one whose link was shown.
  await showToken(tx, row.tokenHash)
  return row
}

async function findByToken(tx: Queries, token: string): Promise<ReceivedRow> {
  const tokenHash = hashToken(token)
  await showToken(tx, tokenHash)
  const [row] = await tx.query('invitation-received-by-token', byTokenSql, [tokenHash])
  if (!row) throw new ProblemError('token-invalid')
  return row
}

const receivedSql = `select * from (select ${invitationColumns}, token_hash as "tokenHash", solution.invited_to(id) as name from solution.invitations) i
  where name is not null`
const byTokenSql = `${receivedSql} and "tokenHash" = $1`
const byIdSql = `${receivedSql} and id = $1 and email = $2`
