import { randomUUIDv7 } from 'node:crypto'
import { networkOf } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { knownBrowserCookie } from '../browser/known-browser.ts'
import { meetBrowser } from '../browser/meet-browser.ts'
import type { Call } from '../browser/read-call.ts'
import { hasPassword } from '../credentials/password.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser, refuseSuspended } from '../users/user.ts'
import { sessionCookie } from './cookie.ts'
import { endSession } from './end.ts'
import { sessionEnd } from './lifetime.ts'

export interface Opening {
  /** How somebody proved who they are, for the audit log. */
  readonly by: 'PASSWORD' | 'LINK' | 'PASSKEY'
  /** When a second factor was given; left out: none was. */
  readonly secondFactorAt?: Date | null
  /** The hash that the password was checked against: there is no session when it was changed since, and none without a password. */
  readonly passwordHash?: string
}

/** Signs in somebody who proved who they are. Answers the cookies to set. */
export async function openSession(
  context: IdentityContext,
  call: Call,
  userId: string,
  opening: Opening = { by: 'LINK' },
): Promise<string[]> {
  return context.db.transaction((tx) => openSessionIn(tx, context, call, userId, opening))
}

/** The same in a transaction of the caller. The session that this browser had ends, and a mail tells the owner about a new browser. */
export async function openSessionIn(
  tx: Queries,
  context: IdentityContext,
  call: Call,
  userId: string,
  opening: Opening,
): Promise<string[]> {
  const now = context.now()
  const user = await lockUser(tx, userId)
  if (!user || !(await hasPassword(tx, userId, opening.passwordHash))) throw refusalOf(opening)
  await refuseSuspended(tx, userId)
  await endSession(tx, context, call.cookie)
  await meetBrowser(tx, context, call, user)

  const [id, token] = [randomUUIDv7(), createToken()]
  const { secondFactorAt = null, by } = opening
  const expiresAt = sessionEnd({ isAdmin: user.isAdmin, createdAt: now }, now)
  const userAgent = call.from.userAgent
  await tx.query('identity-session-open', openSql, [
    id,
    userId,
    hashToken(token),
    now,
    expiresAt,
    secondFactorAt,
    userAgent,
    networkOf(call.from.ip),
  ])
  await recordAudit(tx, call, now, {
    userId,
    action: 'session.opened',
    target: { kind: 'session', id },
    after: { by, secondFactor: secondFactorAt !== null },
  })
  return [sessionCookie(context, token), ...knownBrowserCookie(context, call, userId)]
}

/** A passkey is not enough either while the owner of a hijacked account has still to set a new password. */
function refusalOf({ by }: Opening): ProblemError {
  if (by === 'PASSKEY')
    return new ProblemError('passkey-invalid', 'The account needs a new password first: the link is in your mails.')
  return new ProblemError('credentials-invalid', 'The password was changed a moment ago.')
}

const openSql = `insert into identity.sessions
    (id, user_id, token_hash, created_at, updated_at, last_active_at, proven_at, expires_at, second_factor_at, user_agent, network)
  values ($1, $2, $3, $4, $4, $4, $4, $5, $6, $7, $8)`
