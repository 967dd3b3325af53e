import { locales } from '@bollard/i18n'
import { isPlainName } from './greeting.ts'
import { type MailLanguage, textsOf } from './texts.ts'

/** The name of a website as a mail may show it; recipients need not know its owner, so a name that mail programs could turn into a link is left out. */
export function siteName(language: MailLanguage, name: string | null): string {
  const plain = (name ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return isPlainName(plain) ? plain : textsOf(language).captchaAlert.oneOfYours
}

/** A moment in words, with the zone it is told in. */
export function moment(language: MailLanguage, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
}

/** From one moment to another, such as `20 Mar 2026, 22:00 – 23:00 CET`. */
export function timeSpan(language: MailLanguage, from: Date, until: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return format.formatRange(from, until)
}
