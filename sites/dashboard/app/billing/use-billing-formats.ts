import type { Money } from '@bollard/contracts'
import { type Language, locales } from '@bollard/i18n'
import { formatsFor, useSite } from '@bollard/site-kit'

export interface BillingFormats {
  /** An amount in its currency, with a minus that is as wide as a plus: 46.41 €. */
  money(amount: Money): string
  /** A whole number. */
  whole(value: number): string
  /** With up to two digits behind the point. */
  decimal(value: number): string
  /** Whole percents: 83 %. */
  percent(value: number): string
  /** A day of a bill, from a date or a moment; bills are written in UTC. */
  day(at: string): string
  /** Its day and month alone. */
  dayMonth(at: string): string
  /** A span whose end belongs to the next one, with its last day: 22 Nov – 21 Dec 2026. */
  span(period: { from: string; to: string }): string
  /** `2026-11` as a month in words. */
  month(period: string): string
  country(code: string): string
}

const known = new Map<Language, BillingFormats>()

/** Amounts, days and months in the language of the page. What is billed goes by UTC, wherever the reader is. */
export function useBillingFormats(): BillingFormats {
  return billingFormats(useSite().language)
}

export function billingFormats(language: Language): BillingFormats {
  const made = known.get(language) ?? makeFormats(language)
  known.set(language, made)
  return made
}

function makeFormats(language: Language): BillingFormats {
  const locale = locales[language]
  const utc = formatsFor(language, 'UTC')
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  return {
    money({ amountMinor, currency }) {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2
      return format.format(amountMinor / 10 ** digits).replace('-', '−')
    },
    whole: utc.whole,
    decimal: (value) => decimals.format(value),
    percent: (value) => percents.format(value / 100),
    day: utc.day,
    dayMonth: utc.dayMonth,
    span({ from, to }) {
      const last = new Date(Math.max(Date.parse(from), lastDayBefore(to))).toISOString()
      const [first, end] = [utc.day(from), utc.day(last)]
      if (first === end) return end
      // By hand: servers and browsers put different blanks into ranges.
      return `${from.slice(0, 4) === last.slice(0, 4) ? utc.dayMonth(from) : first} – ${end}`
    },
    month: (period) => months.format(new Date(`${period}-01T00:00:00Z`)),
    country: (code) => regions.of(code) ?? code,
  }
}

/** In milliseconds: within the last day of a span, whose end is a moment of the first day of the next one. */
function lastDayBefore(end: string): number {
  return Date.parse(end.slice(0, 10)) - 1
}
