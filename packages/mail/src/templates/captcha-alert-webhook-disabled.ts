import type { Mail } from '../mail.ts'
import { greeting } from './greeting.ts'
import { layOut } from './layout.ts'
import { moment, siteName } from './site-name.ts'
import { fill, type MailLanguage, textsOf } from './texts.ts'

/** Tells that a webhook of a website was turned off: because its receiver said so, or because nothing arrived since `since`. */
export function webhookDisabledMail(values: {
  language: MailLanguage
  to: string
  /** What the owner calls the website; null when nobody knows. */
  site: string | null
  reason: 'GONE' | 'FAILING'
  since: Date
  /** IANA name. */
  timeZone: string
  /** The page of the webhooks. */
  link: string
}): Mail {
  const { language, to } = values
  const { webhookDisabled: texts, captchaAlert } = textsOf(language)
  const subject = fill(texts.subject, { site: siteName(language, values.site) })
  const body = layOut({
    language,
    to,
    heading: subject,
    greeting: greeting(language, ''),
    before: [
      fill(values.reason === 'GONE' ? texts.gone : texts.failing, {
        since: moment(language, values.since, values.timeZone),
      }),
      texts.advice,
    ],
    button: { label: captchaAlert.button, link: values.link },
    after: [captchaAlert.settings, captchaAlert.stop],
  })
  return { to, subject, ...body, tag: 'captcha-webhook-disabled' }
}
