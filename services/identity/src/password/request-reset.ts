import { countMail } from '../attempts/count-mail.ts'
import { requireCaptcha } from '../attempts/require-captcha.ts'
import type { Call } from '../browser/read-call.ts'
import { sendReset } from '../credentials/send-reset.ts'
import type { IdentityContext } from '../identity-context.ts'
import { limitedIp } from '@bollard/http'
import { recordAudit } from '../users/audit.ts'
import { findUserByEmail, normaliseEmail } from '../users/user.ts'

/**
 * Mails a link for a new password. Whether the address is known shows neither in the answer nor in its time: looking it up and
 * writing the mail happen in the background.
 */
export async function requestPasswordReset(
  context: IdentityContext,
  request: { email: string; captchaToken?: string | undefined },
  call: Call,
): Promise<void> {
  const email = normaliseEmail(request.email)
  // Without the captcha the limits that follow are enough: a reset sends one mail and changes nothing.
  if (context.captcha !== null) await requireCaptcha(context, context.captcha, request.captchaToken, call.from.ip)
  await context.limiter.take('passwordResetPerIp', limitedIp(call.from.ip))
  await countMail(context, call, 'PASSWORD_RESET', email)
  context.inBackground(async () => {
    const user = await findUserByEmail(context.db, email)
    // An account that nobody confirmed has a link of its own to wait for.
    if (!user?.emailVerified) return
    await context.db.transaction(async (tx) => {
      await sendReset(tx, context, user)
      await recordAudit(tx, call, context.now(), { userId: user.id, action: 'password-reset.requested' })
    })
  })
}
