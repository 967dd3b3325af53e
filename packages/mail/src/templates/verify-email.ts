import type { Mail } from '../mail.ts'
import { greeting } from './greeting.ts'
import { layOut } from './layout.ts'
import { type MailLanguage, textsOf } from './texts.ts'

/** Asks a new account to prove its address. `link` carries the only secret of the mail, the token. */
export function verifyEmailMail(values: { language: MailLanguage; to: string; givenName: string; link: string }): Mail {
  const texts = textsOf(values.language).verifyEmail
  const body = layOut({
    language: values.language,
    to: values.to,
    heading: texts.heading,
    greeting: greeting(values.language, values.givenName),
    before: [texts.intro],
    button: { label: texts.button, link: values.link },
    after: [texts.validity, texts.ignore],
  })
  return { to: values.to, subject: texts.subject, ...body, tag: 'verify-email' }
}
