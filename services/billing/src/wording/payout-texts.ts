import { type Language, locales } from '@bollard/i18n'
import de from '@bollard/i18n/texts/invoice/de.json' with { type: 'json' }
import en from '@bollard/i18n/texts/invoice/en.json' with { type: 'json' }

const textsOf = ({ payout, words: { taxReasons } }: typeof en) => ({
  ...payout,
  reverseCharge: taxReasons.REVERSE_CHARGE,
  outsideScope: taxReasons.OUTSIDE_SCOPE,
})

/** What self-billed documents say, by the language of the partner. */
export const payoutTexts = { en: textsOf(en), de: textsOf(de) } satisfies Record<Language, object>

export function monthName(month: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )
}
