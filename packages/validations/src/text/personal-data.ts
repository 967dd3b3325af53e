/** A place in a text where something personal is written. Offsets count UTF-16 units of the text as it was typed. */
export interface PersonalData {
  readonly kind: 'CARD' | 'IBAN' | 'EMAIL' | 'ADDRESS'
  readonly from: number
  readonly to: number
}

const inputMax = 20_000
const candidates: readonly (readonly [PersonalData['kind'], RegExp, (text: string) => boolean])[] = [
  ['CARD', /(?<![\d.])\d(?:[ -]?\d){11,18}(?![\d.])/gu, (text) => isCard(text.replaceAll(/[ -]/gu, ''))],
  ['IBAN', /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/giu, (text) => isIban(text)],
  ['EMAIL', /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/gu, () => true],
  [
    'ADDRESS',
    /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/gu,
    (text) => text.split('.').every((part) => Number(part) < 256),
  ],
]

/** Where a text holds a card number (Luhn), a bank account (check digits), an address for mail or of the network. What overlaps is named once. */
export function findPersonalData(text: string): PersonalData[] {
  const found: PersonalData[] = []
  for (const [kind, pattern, holds] of candidates) {
    for (const match of text.slice(0, inputMax).matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (!holds(match[0]) || found.some((other) => from < other.to && other.from < to)) continue
      found.push({ kind, from, to })
    }
  }
  return found.toSorted((one, other) => one.from - other.from)
}

/** The text with a mark of its kind in place of each, such as `[CARD]`. */
export function maskPersonalData(text: string): string {
  let masked = ''
  let end = 0
  for (const { kind, from, to } of findPersonalData(text)) {
    masked += `${text.slice(end, from)}[${kind}]`
    end = to
  }
  return masked + text.slice(end)
}

/** ISO/IEC 7812: 12 to 19 digits that Luhn's check takes, of a prefix that card networks have. */
function isCard(digits: string): boolean {
  if (!/^(?:3[0-9]|4|5[0-9]|6[0-9]|2[2-7])/u.test(digits) || /^(\d)\1*$/u.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** The check digits of ISO 13616, without the lengths of countries. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/u.test(iban)) return false
  let rest = 0
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
