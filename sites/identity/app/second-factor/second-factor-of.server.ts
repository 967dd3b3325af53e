import { textOf } from '@bollard/site-kit'
import { digitsOf } from '../forms/digits-of.ts'
import { passkeyAnswerOf, type PasskeyAnswerDto } from '../passkey/passkey-answer.server.ts'

export type SecondFactorDto =
  | { kind: 'TOTP'; code: string; trustDevice?: boolean }
  | { kind: 'RECOVERY_CODE'; code: string }
  | ({ kind: 'PASSKEY'; trustDevice?: boolean } & PasskeyAnswerDto)

/** The second factor that a form of the sign-in has sent: a passkey's answer, a recovery code, or the digits of an app. */
export function secondFactorOf(form: FormData): SecondFactorDto {
  const trustDevice = form.has('trustDevice')
  const passkey = passkeyAnswerOf(form)
  if (passkey) return { kind: 'PASSKEY', ...passkey, trustDevice }
  if (form.has('recoveryCode')) return { kind: 'RECOVERY_CODE', code: textOf(form, 'recoveryCode').trim() }
  return { kind: 'TOTP', code: digitsOf(form, 'code'), trustDevice }
}

/** The one that came along in another form, if any: six digits are those of an app, anything longer is a recovery code. */
export function addedFactorOf(form: FormData): SecondFactorDto | null {
  const passkey = passkeyAnswerOf(form)
  if (passkey) return { kind: 'PASSKEY', ...passkey }
  const digits = digitsOf(form, 'factorCode')
  if (digits === '') return null
  return /^\d{6}$/u.test(digits)
    ? { kind: 'TOTP', code: digits }
    : { kind: 'RECOVERY_CODE', code: textOf(form, 'factorCode').trim() }
}
