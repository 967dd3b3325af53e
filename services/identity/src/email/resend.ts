import type { Caller, IdentityContext } from '../identity-context.ts'
import { limitedIp } from '../request/rate-limit.ts'
import { findUserByEmail, normaliseEmail } from '../user.ts'
import { findBrowserHash, sendVerification } from './send-verification.ts'

/**
 * Mails the verification link again. Whether the address is known shows neither in the answer nor in its time: looking it
 * up and sending are left to `inBackground`. The new link belongs to the browser that signed up, whoever asks for it.
 */
export async function resendVerification(
  context: IdentityContext,
  caller: Caller,
  email: string,
  inBackground: (work: () => Promise<void>) => void,
): Promise<void> {
  const address = normaliseEmail(email)
  await context.limiter.take('resendPerIp', limitedIp(caller.ip))
  await context.limiter.take('resendPause', address)
  await context.limiter.take('mailPerAddress', address)
  inBackground(async () => {
    const user = await findUserByEmail(context.db, address)
    if (user && !user.emailVerified) await sendVerification(context, user, await findBrowserHash(context.db, user.id))
  })
}
