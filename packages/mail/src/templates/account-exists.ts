import type { Mail } from '../mail.ts'
import { greeting } from './greeting.ts'
import { layOut } from './layout.ts'
import { type MailLanguage, textsOf } from './texts.ts'

/** Tells the owner of an address that somebody tried to sign up with it. `link` is the sign-in page. */
export function accountExistsMail(values: {
  language: MailLanguage
  to: string
  givenName: string
  link: string
}): Mail {
  const texts = textsOf(values.language).accountExists
  const body = layOut({
    language: values.language,
    to: values.to,
    heading: texts.heading,
    greeting: greeting(values.language, values.givenName),
    before: [texts.intro],
    button: { label: texts.button, link: values.link },
    after: [texts.ignore],
  })
  return { to: values.to, subject: texts.subject, ...body, tag: 'account-exists' }
}
