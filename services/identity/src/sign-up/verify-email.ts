import type { User } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { deadLink, followLink } from '../attempts/follow-link.ts'
import { tryGuess } from '../attempts/try-guess.ts'
import type { Call, WithCookies } from '../browser/read-call.ts'
import { matchPassword } from '../credentials/password.ts'
import type { IdentityContext } from '../identity-context.ts'
import { hashToken } from '../secrets/token.ts'
import { openSession } from '../session/open.ts'
import { lockUser, readUser } from '../users/user.ts'
import { confirmSignUp } from './confirm-sign-up.ts'

export interface VerificationRequest {
  readonly token: string
  /** Needed in any other browser than the one that signed up. */
  readonly password?: string | undefined
}

/**
 * Confirms the address that a token was mailed to, and signs in. A token works once; an expired one stays expired, and a
 * refused password leaves it as it was.
 */
export async function verifyEmail(
  context: IdentityContext,
  request: VerificationRequest,
  call: Call,
): Promise<WithCookies<User>> {
  const userId = await followLink(context, request.token, call, async (tokenHash) => {
    const signUp = await readSignUp(context, tokenHash)
    await proveSignUp(context, call, signUp, request.password)
    if (!(await confirm(context, call, tokenHash, signUp.userId))) throw await deadSignUpLink(context, tokenHash)
    return signUp.userId
  })
  return { body: await readUser(context.db, userId), cookies: await openSession(context, call, userId) }
}

/** Resolves while the link of a mail can still be followed, and uses nothing up. Throws `token-invalid` and `token-expired`. */
export async function checkEmailVerification(context: IdentityContext, token: string, call: Call): Promise<void> {
  await followLink(context, token, call, (tokenHash) => readSignUp(context, tokenHash))
}

/** The sign-up that a living link belongs to. */
async function readSignUp(context: IdentityContext, tokenHash: string): Promise<SignUpOfLink> {
  const values = [tokenHash, context.now()]
  const [row] = await context.db.query('identity-email-token-sign-up', signUpSql, values)
  if (!row) throw await deadSignUpLink(context, tokenHash)
  return row
}

/** False when the link was used, or its sign-up replaced, a moment ago. */
function confirm(context: IdentityContext, call: Call, tokenHash: string, userId: string): Promise<boolean> {
  const { db, now } = context
  return db.transaction(async (tx) => {
    const at = now()
    // The person first, as everywhere, so that calls at the same moment wait for each other and never in a circle.
    await lockUser(tx, userId)
    const used = await tx.query(
      'identity-email-token-use',
      'delete from identity.email_tokens where token_hash = $1 and expires_at > $2 returning user_id',
      [tokenHash, at],
    )
    if (used.length === 1) await confirmSignUp(tx, context, call, at, userId)
    return used.length === 1
  })
}

async function deadSignUpLink({ db }: IdentityContext, tokenHash: string): Promise<ProblemError> {
  const known = await db.query('identity-email-token-known', knownSql, [tokenHash])
  return deadLink(known.length > 0, 'The link is older than 24 hours. Ask for a new one.')
}

/** The sign-up that a link belongs to. */
interface SignUpOfLink {
  readonly userId: string
  readonly email: string
  readonly browserHash: string | null
}

/**
 * Resolves when the caller is who signed up: the same browser, or somebody who knows the password. Reading the mailbox is not
 * enough, because anybody can sign up with an address, and its owner would confirm a password that somebody else chose.
 */
async function proveSignUp(
  context: IdentityContext,
  call: Call,
  signUp: SignUpOfLink,
  password: string | undefined,
): Promise<void> {
  if (call.browserId !== null && signUp.browserHash === hashToken(call.browserId)) return
  if (password === undefined)
    throw new ProblemError(
      'password-required',
      'The account was created in another browser. Include the password chosen there.',
    )
  // By id and not by address, so that a sign-up which replaces this one meanwhile cannot lend its password.
  const { email, userId } = signUp
  const passwordHash = await tryGuess(context, call, { email, userId }, (inTurn) =>
    matchPassword(context.db, userId, password, inTurn),
  )
  if (passwordHash === null)
    throw new ProblemError('credentials-invalid', 'The password is not the one chosen at the sign-up.')
}

const knownSql = 'select 1 as one from identity.email_tokens where token_hash = $1'
const signUpSql = `select user_id as "userId", email, browser_hash as "browserHash"
  from identity.email_tokens join identity.users on users.id = email_tokens.user_id
  where token_hash = $1 and expires_at > $2`
