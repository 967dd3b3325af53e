import { type Language, locales, preferredLanguage } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type en from '@bollard/i18n/texts/gateway/en.json'

const texts = readAllTexts<typeof en>('gateway')

export interface PageTexts {
  readonly language: Language
  readonly words: typeof en
  /** When to retry, in the grammar of the language. */
  readonly retryIn: (seconds: number) => string
}

/** The words of the pages in the language that an `accept-language` header wants. */
export function textsFor(acceptLanguage: string | undefined): PageTexts {
  const language = preferredLanguage(acceptLanguage ?? null)
  const words = texts[language]
  return {
    language,
    words,
    retryIn(seconds) {
      const { throttled } = words
      const form = `retry_${new Intl.PluralRules(locales[language]).select(seconds)}`
      // French, Spanish and Italian have a third form; the shape is that of English.
      const text = Object.entries(throttled).find(([name]) => name === form)?.[1] ?? throttled.retry_other
      return text.replaceAll('{{count}}', seconds.toLocaleString(locales[language]))
    },
  }
}
