import { accountExistsMail } from '@bollard/mail'
import { hashPassword } from '../auth/password-hash.ts'
import { hashToken } from '../auth/token.ts'
import { sendMail } from '../email/send.ts'
import { sendVerification } from '../email/send-verification.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { limitedIp } from '../request/rate-limit.ts'
import { findUserByEmail, normaliseEmail } from '../user.ts'
import { refuseWeakPassword, registerUser, type Registration } from './register.ts'

/**
 * Signs somebody up. A known address gets the same answer in about the same time, and a mail that says so; only the owner
 * of the mailbox learns which it was.
 */
export async function createAccount(context: IdentityContext, caller: Caller, registration: Registration): Promise<{ email: string }> {
  refuseWeakPassword(registration)
  const email = normaliseEmail(registration.email)
  await context.limiter.take('signUpPerIp', limitedIp(caller.ip))
  await context.limiter.take('mailPerAddress', email)

  const known = await findUserByEmail(context.db, email)
  if (known?.emailVerified) {
    await hashPassword(registration.password)
    const link = `${context.identityUrl}/${known.language}/sign-in`
    await sendMail(context, accountExistsMail({ language: known.language, to: known.email, givenName: known.givenName, link }))
    return { email }
  }
  const userId = await registerUser(context, caller, registration)
  if (!userId) return { email }
  const user = { id: userId, email, givenName: registration.givenName, language: registration.language }
  await sendVerification(context, user, caller.browserId === null ? null : hashToken(caller.browserId))
  return { email }
}
