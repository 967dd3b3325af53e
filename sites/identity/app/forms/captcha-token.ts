import { textOf } from '@bollard/site-kit'
import { captchaField } from './captcha-check.tsx'

/** What the widget put into a form, as part of a body; nothing where there was no widget. */
export function captchaTokenOf(form: FormData): { captchaToken?: string } {
  const captchaToken = textOf(form, captchaField)
  return captchaToken === '' ? {} : { captchaToken }
}
