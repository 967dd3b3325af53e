import { locales, type Language } from '@bollard/i18n'

/** A moment for people to read, in the time zone of their account; `zone` is left out of the text. */
export function writeWhen(language: Language, zone: string, moment: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
    new Date(moment),
  )
}

export function writeDay(language: Language, zone: string, moment: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: zone }).format(new Date(moment))
}

/** Whether days can be written in it; an address may say anything. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
