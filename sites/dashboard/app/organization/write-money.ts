import type { Money } from '@bollard/contracts'
import { type Language, locales } from '@bollard/i18n'

/** An amount with its currency, as the language writes it. A minus is as wide as a plus, so that amounts line up. */
export function writeMoney(language: Language, { amountMinor, currency }: Money): string {
  const format = new Intl.NumberFormat(locales[language], { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amountMinor / 10 ** digits).replace('-', '−')
}

/** The same without what comes after the point where nothing does, for axes and rules: 50 €, not 50,00 €. */
export function writeRoundMoney(language: Language, { amountMinor, currency }: Money): string {
  const digits =
    new Intl.NumberFormat(locales[language], { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountMinor / 10 ** digits)
}

/** A month such as `2026-03` in words: Mar 2026, or March 2026 where there is room. */
export function writeMonth(language: Language, month: string, length: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(locales[language], { month: length, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** A day such as `2026-03-10`, which has no zone. */
export function writeDate(language: Language, day: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}
