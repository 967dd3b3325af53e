import type en from '@bollard/i18n/texts/validations/en.json'
import { defaultLanguage, fillText, isLanguage, type Language, locales } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type { Code, FieldVerdict, Finding } from '@bollard/validations'

const texts = readAllTexts<typeof en>('validations')

/**
 * What a visitor is told about a finding that they can do something about. Of all others they hear nothing: what tells a
 * spammer how to write past a filter helps nobody else.
 */
const messages: Partial<Readonly<Record<Code, keyof typeof en>>> = {
  'value-missing': 'missing',
  'value-too-long': 'tooLong',
  'email-no-at': 'emailShape',
  'email-local-missing': 'emailShape',
  'email-local-too-long': 'emailShape',
  'email-local-invalid': 'emailShape',
  'email-domain-missing': 'emailShape',
  'email-domain-invalid': 'emailShape',
  'email-domain-without-dot': 'emailShape',
  'email-too-long': 'emailShape',
  'email-domain-refuses-mail': 'emailDomain',
  'email-domain-without-mail': 'emailDomain',
  'email-disposable': 'emailDisposable',
  'email-disposable-server': 'emailDisposable',
  'phone-invalid': 'phone',
  'phone-length': 'phone',
  'phone-not-assigned': 'phone',
  'phone-too-short': 'phoneShort',
  'phone-too-long': 'phoneLong',
  'phone-country-unknown': 'phoneCountry',
  'phone-without-country': 'phoneCountry',
  'iban-invalid': 'iban',
  'iban-country-unknown': 'iban',
  'iban-format': 'iban',
  'iban-check-digits': 'iban',
  'iban-length': 'ibanLength',
  'vat-country-missing': 'vatCountry',
  'vat-format': 'vat',
  'vat-check-digits': 'vat',
  'url-invalid': 'url',
  'url-scheme': 'url',
  'text-many-links': 'manyLinks_other',
  'text-only-links': 'onlyLinks',
  'text-personal-data': 'personalData',
}

/** The language of texts for somebody who asks for it as `Accept-Language` does, or by one tag; English where we have none. */
export function languageFor(asked: string): Language {
  const wished = asked
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(';')
      const weight = /^\s*q=([\d.]{1,5})\s*$/u.exec(quality)?.[1]
      return { language: tag.split('-')[0]?.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  return wished.map(({ language }) => language).find(isLanguage) ?? defaultLanguage
}

/** What to say beside a field: its first finding that a visitor can act on, and what was probably meant. Null for nothing. */
export function messageFor({ findings, suggestion }: FieldVerdict, language: Language): string | null {
  const worstFirst = findings.toSorted((one, other) => other.weight - one.weight)
  const told = worstFirst.find(({ code }) => messages[code] !== undefined)
  const said = [
    ...(told === undefined ? [] : [textOf(told, language)]),
    ...(suggestion === undefined ? [] : [fillText(texts[language].meant, { suggestion })]),
  ]
  return said.length === 0 ? null : said.join(' ')
}

function textOf({ code, detail = {} }: Finding, language: Language): string {
  if (code === 'text-many-links') return linksText(Number(detail['max']), language)
  const values = Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      typeof value === 'number' ? value.toLocaleString(locales[language]) : String(value),
    ]),
  )
  return fillText(texts[language][messages[code] ?? 'missing'], values)
}

/** How many links a text may have, in the grammar of the language. */
function linksText(max: number, language: Language): string {
  if (max === 0) return texts[language].noLinks
  const key = `manyLinks_${new Intl.PluralRules(locales[language]).select(max)}`
  // French, Spanish and Italian have a third form; the shape is that of English.
  const text = Object.entries(texts[language]).find(([name]) => name === key)?.[1] ?? texts[language].manyLinks_other
  return fillText(text, { count: String(max) })
}
