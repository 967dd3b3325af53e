import de from '@bollard/i18n/texts/mail/de.json' with { type: 'json' }
import en from '@bollard/i18n/texts/mail/en.json' with { type: 'json' }

/** English is the shape; a language that lacks a text does not compile. */
const texts = { en, de } satisfies Record<string, typeof en>

/** The languages in which mails can be written. */
export type MailLanguage = keyof typeof texts

/** Everything that mails say, in one language. */
export function textsOf(language: MailLanguage): typeof en {
  return texts[language]
}

/** Puts values into `{{name}}` places. A place without a value stays visible, so that a test finds it. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/gu, (place, name: string) => values[name] ?? place)
}
