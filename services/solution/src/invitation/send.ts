import type { Actor } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { rateLimited } from '@bollard/http'
import { roleWord, writeMail } from '@bollard/mail'
import type { InvitationRow } from './invitation-row.ts'
import { momentFor } from '../people/notify.ts'
import { rateLimits } from '../rate-limits.ts'
import type { SolutionContext } from '../solution-context.ts'

type SendContext = Pick<SolutionContext, 'enqueueMail' | 'identityUrl'>

/**
 * Mails an invitation in the transaction that writes it. The mail is the same whether the address has an account: nobody looks.
 * Throws `rate-limited` for the twenty-first mail of an inviter within an hour.
 */
export async function sendInvitation(
  context: SendContext,
  tx: Queries,
  actor: Actor,
  invitation: Pick<InvitationRow, 'id' | 'email' | 'language' | 'role' | 'message' | 'expiresAt' | 'solutionId'>,
  { name, token, at }: { name: string; token: string; at: Date },
): Promise<void> {
  await takeOne(tx, actor, at)
  const { id, email, language, role, message, expiresAt, solutionId } = invitation
  // Behind the # the token stays with the browser: no log of ours gets to see it.
  const link = `${context.identityUrl}/${language}/invitation#token=${token}`
  const values = {
    link,
    inviter: actor.givenName,
    name,
    role: roleWord(language, role),
    expires: momentFor(language, expiresAt),
    message,
  }
  const kind = solutionId === null ? 'invitation-organization' : 'invitation-solution'
  await context.enqueueMail(
    tx,
    writeMail(kind, { language, to: email, givenName: '', values }),
    `invitation ${id} ${at.toISOString()}`,
  )
}

async function takeOne(tx: Queries, actor: Actor, at: Date): Promise<void> {
  await tx.query(
    'invitation-mail-turn',
    `select pg_advisory_xact_lock(hashtextextended('solution.invitation-mail ' || $1, 0))`,
    [actor.userId],
  )
  const { limit, seconds } = rateLimits.invitationMails
  const since = new Date(at.getTime() - seconds * 1000)
  const recent = await tx.query('invitation-mail-recent', recentSql, [actor.userId, since])
  const oldest = recent[0]
  if (oldest && recent.length >= limit)
    throw rateLimited(
      { limit },
      seconds - (at.getTime() - oldest.at.getTime()) / 1000,
      `At most ${limit} invitations can be sent within an hour.`,
    )
  await tx.query('invitation-mail-insert', 'insert into solution.invitation_mails (sent_by, at) values ($1, $2)', [
    actor.userId,
    at,
  ])
}

const recentSql = 'select at from solution.invitation_mails where sent_by = $1 and at > $2 order by at'
