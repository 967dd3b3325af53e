import { fillText, type Language, locales, preferredLanguage } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type en from '@bollard/i18n/texts/gateway/en.json'

const secondsIn = { second: 1, minute: 60, hour: 3_600 } as const
const texts = readAllTexts<typeof en>('gateway')

export interface PageTexts {
  readonly language: Language
  readonly words: typeof en
  /** When to retry, in seconds, minutes or hours as people say it. */
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
      const unit = seconds <= 120 ? 'second' : seconds <= 7_200 ? 'minute' : 'hour'
      const count = Math.ceil(seconds / secondsIn[unit])
      const time = new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count)
      return fillText(words.throttled.retry, { time })
    },
  }
}
