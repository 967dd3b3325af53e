import type { SignedIn } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { tryGuess } from '../attempts/try-guess.ts'
import type { Call, WithCookies } from '../browser/read-call.ts'
import { findTrust } from '../browser/trusted-device.ts'
import { findPasswordOwner, renewHash } from '../credentials/password.ts'
import { findFactorRemoval } from '../factor-removal/wait.ts'
import { hasSecondFactor } from '../factors/protection.ts'
import type { IdentityContext } from '../identity-context.ts'
import { openSession } from '../session/open.ts'
import { startPendingSignIn } from '../session/pending-sign-in.ts'
import { normaliseEmail, readUser, refuseSuspended } from '../users/user.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly captchaToken?: string | undefined
}

/**
 * Signs in with a password. An unknown address costs the same hash as a wrong password and gets the same answer. The body is
 * null where a second factor is still to come: its cookie lets it be sent.
 */
export async function createSession(
  context: IdentityContext,
  credentials: Credentials,
  call: Call,
): Promise<WithCookies<SignedIn | null>> {
  const email = normaliseEmail(credentials.email)
  const { password, captchaToken } = credentials
  const owner = await tryGuess(context, call, { email, userId: null, captchaToken }, async (inTurn) => {
    const found = await findPasswordOwner(context, email, password, inTurn)
    return found?.emailVerified ? { ...found, passwordHash: await renewHash(context, found, password, inTurn) } : found
  })
  if (!owner) throw new ProblemError('credentials-invalid', 'The address or the password is wrong.')
  if (!owner.emailVerified)
    throw new ProblemError('email-not-verified', 'Confirm the address first: the link is in your mails.')

  const { userId, passwordHash } = owner
  await refuseSuspended(context.db, userId)
  // Administrators show their second factor at every sign-in.
  const secondFactorAt = owner.isAdmin ? null : await findTrust(context, call, userId)
  if (secondFactorAt === null && (await hasSecondFactor(context.db, userId)))
    return { body: null, cookies: [await startPendingSignIn(context, userId, passwordHash)] }
  const cookies = await openSession(context, call, userId, { by: 'PASSWORD', secondFactorAt, passwordHash })
  const user = await readUser(context.db, userId)
  const removed = (await findFactorRemoval(context.db, userId))?.state === 'DONE'
  return { body: removed ? { ...user, secondFactorsRemoved: true } : user, cookies }
}
