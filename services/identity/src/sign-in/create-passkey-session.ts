import type { User } from '@bollard/contracts'
import { ProblemError, limitedIp } from '@bollard/http'
import type { Call, WithCookies } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { checkPasskey, type PasskeyAnswer } from '../passkey/check.ts'
import { keepSecondFactors } from '../second-factor/check.ts'
import { openSession } from '../session/open.ts'
import { readUser } from '../users/user.ts'

/** Signs in with a passkey alone: what one has and, since it verifies its user, what one knows or is. No further factor is asked for. */
export async function createPasskeySession(
  context: IdentityContext,
  answer: PasskeyAnswer,
  call: Call,
): Promise<WithCookies<User>> {
  const ip = limitedIp(call.from.ip)
  await context.limiter.take('passkeyPerIp', ip)
  const { userId } = await checkPasskey(context, answer)
  await context.limiter.giveBack('passkeyPerIp', ip)
  const user = await readUser(context.db, userId)
  if (!user.emailVerified)
    throw new ProblemError('email-not-verified', 'Confirm the address first: the link is in your mails.')
  const cookies = await openSession(context, call, userId, { by: 'PASSKEY', secondFactorAt: context.now() })
  await keepSecondFactors(context, call, userId)
  return { body: user, cookies }
}
