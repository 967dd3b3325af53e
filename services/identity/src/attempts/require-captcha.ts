import { ProblemError } from '@bollard/http'
import type { CaptchaPort, IdentityContext } from '../identity-context.ts'
import { networksOf } from '../limits/networks.ts'

/**
 * Redeems the captcha of a form. Throws `captcha-failed` when there is no token or it was refused. `unavailable`: our own captcha
 * is down, which must not keep people out; the caller of this then holds them to stricter limits. Tokens are checked a few at a
 * time and fairly by network, so that no flood of made-up ones keeps others from passing; it is refused itself (error `unavailable`).
 */
export async function requireCaptcha(
  { captchaQueue }: Pick<IdentityContext, 'captchaQueue'>,
  captcha: CaptchaPort,
  token: string | undefined,
  ip: string,
): Promise<'passed' | 'unavailable'> {
  if (token === undefined) throw new ProblemError('captcha-failed', 'The captcha is needed for this: send its token.')
  const verdict = await captchaQueue.hold({ lane: 'UNKNOWN', path: networksOf(ip) }, (inTurn) =>
    inTurn(() => captcha.verify(token, ip)),
  )
  if (verdict === 'refused') throw new ProblemError('captcha-failed')
  return verdict
}
