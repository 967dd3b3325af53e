import { countMail } from '../attempts/count-mail.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { limitedIp } from '@bollard/http'
import { findUserByEmail, normaliseEmail } from '../users/user.ts'
import { findBrowserHash, sendVerification } from './send-verification.ts'

/**
 * Mails link and code again. Whether the address is known shows neither in the answer nor in its time: looking it up and
 * sending are left to the background. The new link belongs to the browser that signed up, no matter who asks for it.
 */
export async function resendVerification(context: IdentityContext, email: string, call: Call): Promise<void> {
  const address = normaliseEmail(email)
  const network = limitedIp(call.from.ip)
  await context.limiter.take('resendPerIp', network)
  await context.limiter.take('resendPause', `${address}\0${network}`)
  await countMail(context, call, 'RESEND', address)
  context.inBackground(() =>
    context.db.transaction(async (tx) => {
      const user = await findUserByEmail(tx, address)
      if (user && !user.emailVerified) await sendVerification(context, tx, user, await findBrowserHash(tx, user.id))
    }),
  )
}
