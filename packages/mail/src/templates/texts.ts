import type { Language } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type en from '@bollard/i18n/texts/mail/en.json'

const texts = readAllTexts<typeof en>('mail')

/** The languages in which mails can be written. */
export type MailLanguage = Language

/** Everything that mails say, in one language. */
export function textsOf(language: MailLanguage): typeof en {
  return texts[language]
}

/** Puts values into `{{name}}` places. A place without a value stays visible, so that a test finds it. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/gu, (place, name: string) => values[name] ?? place)
}
