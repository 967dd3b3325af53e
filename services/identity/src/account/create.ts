import { accountExistsMail } from '@bollard/mail'
import { hashPassword } from '../auth/password-hash.ts'
import { hashToken } from '../auth/token.ts'
import { sendMail } from '../email/send.ts'
import { sendVerification } from '../email/send-verification.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { countMail } from '../request/count-mail.ts'
import { limitedIp } from '../request/rate-limit.ts'
import { requireCaptcha } from '../request/require-captcha.ts'
import { findUserByEmail, normaliseEmail } from '../user.ts'
import { refuseWeakPassword, registerUser, type Registration } from './register.ts'

/**
 * Signs somebody up. A known address gets the same answer in about the same time, and a mail that says so; only the owner
 * of the mailbox learns which it was.
 */
export async function createAccount(
  context: IdentityContext,
  caller: Caller,
  registration: Registration & { captchaToken?: string | undefined },
): Promise<{ email: string }> {
  refuseWeakPassword(registration)
  const email = normaliseEmail(registration.email)
  await refuseBots(context, caller, registration.captchaToken)
  await countMail(context, caller, 'SIGN_UP', email)

  // For a known address as well, since this is what takes the time.
  const passwordHash = await hashPassword(registration.password, context.passwordCost)
  await context.db.transaction(async (tx) => {
    const known = await findUserByEmail(tx, email)
    if (known?.emailVerified) {
      const link = `${context.identityUrl}/${known.language}/sign-in`
      return sendMail(
        context,
        tx,
        accountExistsMail({ language: known.language, to: known.email, givenName: known.givenName, link }),
      )
    }
    const userId = await registerUser(tx, caller, context.now(), registration, passwordHash)
    if (!userId) return
    const user = { id: userId, email, givenName: registration.givenName, language: registration.language }
    await sendVerification(context, tx, user, caller.browserId === null ? null : hashToken(caller.browserId))
  })
  return { email }
}

/** A captcha that is down keeps nobody out, but then fewer accounts can be made from one address. */
async function refuseBots(
  { captcha, limiter }: IdentityContext,
  caller: Caller,
  token: string | undefined,
): Promise<void> {
  const ip = limitedIp(caller.ip)
  const verdict = captcha === null ? 'passed' : await requireCaptcha(captcha, token, caller.ip)
  if (verdict === 'unavailable') await limiter.take('signUpPerIpWithoutCaptcha', ip)
  await limiter.take('signUpPerIp', ip)
}
