import type { Invoice, Line } from '@bollard/e-invoice'
import { fillText, inEachLanguage, type Language, locales } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type en from '@bollard/i18n/texts/invoice/en.json'

const texts = readAllTexts<typeof en>('invoice')

/** Texts that appear on some invoices only. */
export function invoiceWords(language: Language): (typeof en)['words'] {
  return texts[language].words
}

/** The title of a document, such as `Invoice`. */
export function titleInWords(language: Language, kind: Invoice['kind']): string {
  return texts[language].titles[kind]
}

/** `12/03/2026 – 11/04/2026`; `to` is the first moment after the span. */
export function spanInWords(language: Language, from: Date, to: Date): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return fillText(invoiceWords(language).span, { from: format.format(from), to: format.format(lastDay(from, to)) })
}

export function monthInWords(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)
}

/** The day of the last moment before `to`, and never one before `from`. */
export function lastDay(from: Date, to: Date): Date {
  return new Date(Math.max(from.getTime(), to.getTime() - 1))
}

/** `Business` for `BUSINESS`: plans are called the same in both languages. */
export function planInWords(code: string): string {
  return code
    .toLowerCase()
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

export const intervalUnits: Readonly<Record<'MONTHLY' | 'YEARLY', Line['unit']>> = { MONTHLY: 'MON', YEARLY: 'ANN' }

const textsOf = ({ payout, words: { taxReasons } }: typeof en) => ({
  ...payout,
  reverseCharge: taxReasons.REVERSE_CHARGE,
  outsideScope: taxReasons.OUTSIDE_SCOPE,
})

/** What self-billed documents say, by the language of the partner. */
export const payoutTexts = inEachLanguage((language) => textsOf(texts[language]))

export function monthName(month: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )
}
