import type { Security, User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { writeMoment } from '../users/send-mail.ts'

/** From one mail of a removal to the next, and from the last to the removal itself. */
const stepHours = 24
/** One at the start, and one after each day but the last: the whole wait is 72 hours. */
export const mailsOfWait = 3

/** A removal of all second factors that has started. */
export interface Wait {
  readonly mailsSent: number
  /** When its next step is due. */
  readonly nextAt: Date
}

export function nextStep(now: Date): Date {
  return new Date(now.getTime() + stepHours * 3_600_000)
}

/** When the factors will be removed if nobody stops it. */
export function removalAt({ mailsSent, nextAt }: Wait): Date {
  return new Date(nextAt.getTime() + (mailsOfWait - mailsSent) * stepHours * 3_600_000)
}

/** The removal that an account waits for, or the one after which it has no second factor yet; null without either. */
export async function findFactorRemoval(db: Queries, userId: string): Promise<Security['factorRemoval']> {
  const [row] = await db.query('identity-factor-removal', findSql, [userId])
  if (row?.removedAt) return { state: 'DONE', at: row.removedAt.toISOString() }
  return row?.nextAt
    ? { state: 'WAITING', at: removalAt({ mailsSent: row.mailsSent, nextAt: row.nextAt }).toISOString() }
    : null
}

const findSql = `select mails_sent as "mailsSent", next_at as "nextAt", removed_at as "removedAt" from identity.factor_removals where user_id = $1`

type WaitContext = Parameters<typeof mailWait>[1]

/** Lets the wait for the removal of all second factors begin, without the link that usually begins it. Answers when they go. */
export async function startWait(tx: Queries, context: WaitContext, user: User, at: Date): Promise<Date> {
  const wait = { mailsSent: 1, nextAt: nextStep(at) }
  await tx.query('identity-factor-removal-start-at-once', startSql, [
    user.id,
    at,
    wait.nextAt,
    await mailWait(tx, context, user, wait),
  ])
  return removalAt(wait)
}

const startSql = `insert into identity.factor_removals (user_id, link_expires_at, started_at, mails_sent, next_at, stop_hashes)
  values ($1, $2, $2, 1, $3, array[$4::text])
  on conflict (user_id) do update set token_hash = null, started_at = excluded.started_at, mails_sent = 1, next_at = excluded.next_at,
    stop_hashes = excluded.stop_hashes, removed_at = null`

type MailContext = Pick<IdentityContext, 'enqueueMail' | 'identityUrl'>

/** Mails when the factors will be removed, with a link of its own that stops it. Answers the hash of its token, to be kept. */
export async function mailWait(tx: Queries, context: MailContext, user: User, wait: Wait): Promise<string> {
  const token = createToken()
  const { language, email: to, givenName } = user
  const values = {
    link: `${context.identityUrl}/${language}/lost-factors/stop?token=${token}`,
    when: writeMoment(user, removalAt(wait)),
  }
  const kind =
    wait.mailsSent === 1
      ? 'factor-removal-started'
      : wait.mailsSent < mailsOfWait
        ? 'factor-removal-waiting'
        : 'factor-removal-tomorrow'
  await context.enqueueMail(tx, writeMail(kind, { language, to, givenName, values }))
  return hashToken(token)
}

/** Mails that a removal has come to its end: stopped, or done. Both lead to where the account is looked after. */
export async function mailEnd(
  tx: Queries,
  context: MailContext,
  user: User,
  kind: 'factor-removal-stopped' | 'factors-removed',
  at: Date,
): Promise<void> {
  const { language, email: to, givenName } = user
  const values = { link: `${context.identityUrl}/${language}/account/security`, when: writeMoment(user, at) }
  await context.enqueueMail(tx, writeMail(kind, { language, to, givenName, values }))
}
