import { getCountrySpecifications, isValidIBAN } from 'ibantools'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { nextTurn } from './turns.ts'
import { textMax } from './words.ts'

/** A place in a text where something personal is written. Offsets count UTF-16 units of the text as it was typed. */
export interface PersonalData {
  readonly kind: 'CARD' | 'IBAN' | 'EMAIL' | 'ADDRESS' | 'PHONE'
  readonly from: number
  readonly to: number
}

/**
 * Finds where each of them could begin and how far it reaches at most; the second says how many of these characters
 * belong to it.
 */
type Finder = readonly [PersonalData['kind'], RegExp, (longest: string, country?: string) => number]

/** Characters that are looked at in one turn, and how long the longest place is: an address for mail. */
const [pieceMax, placeMax] = [20_000, 500]
const ibanCountries = getCountrySpecifications()
const finders: readonly Finder[] = [
  [
    'CARD',
    /(?<![\d.])(?=(\d{12,19}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?:[ -]\d{3})?|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d))/gu,
    cardIn,
  ],
  ['IBAN', /\b(?=([A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}))/giu, ibanIn],
  ['EMAIL', /(?<![\w.+-])(?=([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b))/gu, ({ length }) => length],
  ['ADDRESS', /(?<![\d.])(?=((?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)))/gu, addressIn],
  ['PHONE', /(?<![\w+.])(?=((?:\+|0)\d(?:[ ()/.-]{0,2}\d){5,14})(?!\d))/gu, phoneIn],
]

/**
 * Where the first 100,000 characters of a text hold a card number (Luhn), a bank account (country, length, check
 * digits), an address for mail or of the network, or a telephone number that its country's plan has. Numbers without a
 * calling code need a country. What overlaps is named once.
 */
export function findPersonalData(text: string, country?: string): PersonalData[] {
  const found: PersonalData[] = []
  const taken = new Uint8Array(Math.min(text.length, textMax))
  for (const [kind, pattern, lengthIn] of finders) {
    for (const match of text.slice(0, textMax).matchAll(pattern)) {
      const longest = match[1] ?? ''
      const [from, to] = [match.index, match.index + lengthIn(longest, country)]
      if (from === to || taken.subarray(from, to).includes(1)) continue
      taken.fill(1, from, to)
      found.push({ kind, from, to })
    }
  }
  return found.toSorted((one, other) => one.from - other.from)
}

/** The kinds of personal data in a text, as `findPersonalData` has it, with a turn of the event loop between pieces. */
export async function kindsOfPersonalData(text: string, country?: string): Promise<PersonalData['kind'][]> {
  const kinds = new Set<PersonalData['kind']>()
  for (let from = 0; from === 0 || from + placeMax < text.length; from += pieceMax - placeMax) {
    if (from > 0) await nextTurn()
    for (const { kind } of findPersonalData(text.slice(from, from + pieceMax), country)) kinds.add(kind)
  }
  return [...kinds]
}

/** The text with a mark of its kind in place of each, such as `[CARD]`. */
export function maskPersonalData(text: string, country?: string): string {
  let masked = ''
  let end = 0
  for (const { kind, from, to } of findPersonalData(text, country)) {
    masked += `${text.slice(end, from)}[${kind}]`
    end = to
  }
  return masked + text.slice(end)
}

/**
 * ISO/IEC 7812: 12 to 19 digits that Luhn's check takes, of a prefix that card networks have; without gaps or in the
 * groups of cards.
 */
function cardIn(longest: string): number {
  const lengths = [longest.length, ...(/^\d{4}\D\d{4}\D/u.test(longest) ? [4 * 4 + 3] : [])]
  return lengths.find((length) => isCard(longest.slice(0, length).replaceAll(/[ -]/gu, ''))) ?? 0
}

function isCard(digits: string): boolean {
  if (!/^(?:3[0-9]|4|5[0-9]|6[0-9]|2[2-7])/u.test(digits) || /^(\d)\1*$/u.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Its country says how long it is: words may follow without anything between. */
function ibanIn(longest: string): number {
  const chars = ibanCountries[longest.slice(0, 2).toUpperCase()]?.chars ?? 0
  let end = 0
  for (let count = 0; count < chars && end < longest.length; end += 1) if (longest[end] !== ' ') count += 1
  return isValidIBAN(longest.slice(0, end).replaceAll(' ', '').toUpperCase()) ? end : 0
}

function addressIn(longest: string): number {
  return longest.split('.').every((part) => Number(part) < 256) ? longest.length : 0
}

function phoneIn(longest: string, country?: string): number {
  const own = country !== undefined && isSupportedCountry(country) ? country : undefined
  const international = longest.replace(/^00/u, '+')
  if (!international.startsWith('+') && own === undefined) return 0
  const number = parsePhoneNumberFromString(international, { ...(own && { defaultCountry: own }), extract: false })
  return number?.isValid() === true ? longest.length : 0
}
