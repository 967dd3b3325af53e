import { ProblemError } from '@bollard/http'
import type { CaptchaPort } from '../identity-context.ts'

/**
 * Redeems the captcha of a form. Throws `captcha-failed` when there is no token or it was refused. `unavailable`: our own captcha
 * is down, which must not keep people out; the caller of this then holds them to stricter limits.
 */
export async function requireCaptcha(
  captcha: CaptchaPort,
  token: string | undefined,
  ip: string,
): Promise<'passed' | 'unavailable'> {
  if (token === undefined) throw new ProblemError('captcha-failed', 'The captcha is needed for this: send its token.')
  const verdict = await captcha.verify(token, ip)
  if (verdict === 'refused') throw new ProblemError('captcha-failed')
  return verdict
}
