import { ProblemError } from '@bollard/http'
import { deadLink, followLink, unknownLink } from '../attempts/follow-link.ts'
import type { Call } from '../browser/read-call.ts'
import { refuseGuessable } from '../credentials/password-rules.ts'
import { findProtection, kindsOf, type SecondFactorKind } from '../factors/protection.ts'
import type { IdentityContext } from '../identity-context.ts'
import { checkSecondFactor, type SecondFactorAnswer } from '../second-factor/check.ts'
import { hashPassword } from '../secrets/password-hash.ts'
import { hashToken } from '../secrets/token.ts'
import { endSessions } from '../session/end.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser, readUser } from '../users/user.ts'
import { setPassword } from './set.ts'

const triesMax = 5

export interface PasswordReset {
  readonly token: string
  readonly password: string
  readonly secondFactor?: SecondFactorAnswer | undefined
}

/**
 * Sets a new password with the token of a mail. A second factor is asked for all the same, since reading somebody's mails must
 * not be enough to get past it; a token has five tries at it. All sessions end. A token works once.
 */
export async function resetPassword(
  context: IdentityContext,
  { token, password, secondFactor }: PasswordReset,
  call: Call,
): Promise<void> {
  const tokenHash = hashToken(token)
  const userId = await findOwner(context, token, call)
  const owner = await readUser(context.db, userId)
  refuseGuessable(password, owner, '/password')

  const kinds = kindsOf(await findProtection(context.db, userId))
  if (kinds.length > 0) {
    if (secondFactor === undefined) throw secondFactorRequired(kinds)
    await countTry(context, tokenHash)
    await checkSecondFactor(context, call, userId, secondFactor)
  }
  const passwordHash = await context.hashQueue.hold({ lane: 'KNOWN', path: [owner.email] }, (inTurn) =>
    hashPassword(password, context.passwordCost, inTurn),
  )
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const taken = await tx.query(
      'identity-reset-take',
      'delete from identity.password_resets where token_hash = $1 and user_id = $2 returning user_id',
      [tokenHash, userId],
    )
    if (!user || taken.length === 0) throw unknownLink()
    await setPassword(tx, context, call, user, passwordHash)
    await endSessions(tx, userId)
    await recordAudit(tx, call, context.now(), { userId, action: 'password.reset' })
  })
}

/** Resolves while the link of a mail can still be followed, and uses nothing up. Throws `token-invalid` and `token-expired`. */
export async function checkPasswordReset(context: IdentityContext, token: string, call: Call): Promise<void> {
  await findOwner(context, token, call)
}

/** Names the kinds, one error each. */
function secondFactorRequired(kinds: readonly SecondFactorKind[]): ProblemError {
  const errors = kinds.map((kind) => ({ pointer: '/secondFactor', code: 'required', params: { kind } }))
  return new ProblemError('second-factor-required', undefined, { errors })
}

async function findOwner(context: IdentityContext, token: string, call: Call): Promise<string> {
  const find = async (tokenHash: string): Promise<string> => {
    const values = [tokenHash, context.now(), triesMax]
    const [row] = await context.db.query('identity-reset-find', findSql, values)
    if (!row?.living) throw deadLink(row !== undefined, 'The link is older than 30 minutes. Ask for a new one.')
    return row.userId
  }
  return followLink(context, token, call, find, 'resetTokenPerIp')
}

async function countTry({ db }: IdentityContext, tokenHash: string): Promise<void> {
  const counted = await db.query('identity-reset-try', trySql, [tokenHash, triesMax])
  if (counted.length === 0) throw unknownLink()
}

const findSql = `select user_id as "userId", expires_at > $2 as living from identity.password_resets where token_hash = $1 and tries < $3`
const trySql =
  'update identity.password_resets set tries = tries + 1 where token_hash = $1 and tries < $2 returning user_id'
