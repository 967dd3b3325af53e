import type { Money } from '@bollard/contracts'
import { type Language, locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'

/** Writes amounts in their currency, in the language of the page. */
export function useMoney(): (amount: Money) => string {
  const { language } = useSite()
  return (amount) => moneyIn(language, amount)
}

/** The same outside of a page. A minus is as wide as a plus. */
export function moneyIn(language: Language, { amountMinor, currency }: Money): string {
  const format = new Intl.NumberFormat(locales[language], { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amountMinor / 10 ** digits).replace('-', '−')
}
