import { accountExistsMail } from '@bollard/mail'
import { ProblemError } from '@bollard/http'
import { countMail } from '../attempts/count-mail.ts'
import { requireCaptcha } from '../attempts/require-captcha.ts'
import type { Call } from '../browser/read-call.ts'
import { refuseGuessable } from '../credentials/password-rules.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Lane } from '../limits/fair-queue.ts'
import { limitedIp } from '@bollard/http'
import { networksOf } from '../limits/networks.ts'
import { hashPassword } from '../secrets/password-hash.ts'
import { hashToken } from '../secrets/token.ts'
import { sendMail } from '../users/send-mail.ts'
import { findUserByEmail, normaliseEmail } from '../users/user.ts'
import { registerUser, type Registration } from './register.ts'
import { sendVerification } from './send-verification.ts'

interface SignUp extends Omit<Registration, 'acceptedTermsVersion'> {
  readonly acceptedTerms?: true | undefined
  readonly termsVersion?: string | undefined
  readonly captchaToken?: string | undefined
}

/**
 * Signs somebody up. A known address gets the same answer in about the same time, and a mail that says so; only the owner
 * of the mailbox learns which it was. Throws `sign-ups-closed` while an operator lets nobody in, or nobody from this network.
 */
export async function createAccount(context: IdentityContext, account: SignUp, call: Call): Promise<{ email: string }> {
  if (context.signUps.areClosed(call.from.ip)) throw new ProblemError('sign-ups-closed')
  const registration = { ...account, acceptedTermsVersion: acceptTerms(context, account) }
  refuseGuessable(registration.password, registration, '/password')
  const email = normaliseEmail(registration.email)
  const lane = await refuseBots(context, call, account.captchaToken)
  const passwordHash = await context.hashQueue.hold({ lane, path: networksOf(call.from.ip) }, async (inTurn) => {
    await countSignUp(context, call, lane)
    await countMail(context, call, 'SIGN_UP', email)
    // For a known address as well, since this is what takes the time.
    return hashPassword(registration.password, context.passwordCost, inTurn)
  })
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
    const userId = await registerUser(tx, call, context.now(), registration, passwordHash)
    if (!userId) return
    const user = { id: userId, email, givenName: registration.givenName, language: registration.language }
    await sendVerification(context, tx, user, call.browserId === null ? null : hashToken(call.browserId))
  })
  return { email }
}

/** The version of the terms that holds for a new account; null where the operator has none. Throws `validation-failed` at `/acceptedTerms`. */
function acceptTerms({ termsVersion }: IdentityContext, account: SignUp): string | null {
  if (termsVersion === null) return null
  const fault =
    account.acceptedTerms !== true
      ? 'required'
      : (account.termsVersion ?? termsVersion) === termsVersion
        ? null
        : 'terms-changed'
  if (fault !== null)
    throw new ProblemError('validation-failed', 'The terms in force have to be accepted.', {
      errors: [{ pointer: '/acceptedTerms', code: fault }],
    })
  return termsVersion
}

/** UNKNOWN where there is no captcha, or one that is down, which keeps nobody out. */
async function refuseBots(context: IdentityContext, call: Call, token: string | undefined): Promise<Lane> {
  const { captcha } = context
  return captcha !== null && (await requireCaptcha(context, captcha, token, call.from.ip)) === 'passed'
    ? 'PROVEN'
    : 'UNKNOWN'
}

/** Fewer accounts can be made from one address while the captcha is down. */
async function countSignUp({ captcha, limiter, signUps }: IdentityContext, call: Call, lane: Lane): Promise<void> {
  const ip = limitedIp(call.from.ip)
  const limit = signUps.perHour(call.from.ip) ?? undefined
  if (captcha !== null && lane === 'UNKNOWN') await limiter.take('signUpPerIpWithoutCaptcha', ip, limit)
  await limiter.take('signUpPerIp', ip, limit)
}
