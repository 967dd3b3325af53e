import { isValidIBAN } from 'ibantools'
import { isPlainName } from './greeting.ts'
import { type MailLanguage, textsOf } from './texts.ts'

const nameLengthMax = 80
const wordsLengthMax = 2000

/** Names of people: whoever's name reads like an address is not named at all. */
const people = new Set(['inviter', 'by'])
/** Names that somebody gave to a thing. */
const names = new Set(['name', 'solution', 'organization', 'service', 'key', 'browser', 'network'])
/** Addresses that we know to be ones, whole or with their beginning only. */
const addresses = new Set(['newEmail', 'account'])
/** The seller's account, to which a customer transfers money. */
const accounts = new Set(['accountNumber'])
/** Pages of ours, whole. */
const pages = new Set(['manage', 'calendar'])
/** Words of a person or a list: their lines stay lines. */
const words = new Set(['message', 'reason', 'effect', 'remedy', 'summary', 'cause', 'components'])

/**
 * A value as a mail may show it. People choose names, labels and messages freely and mail programs make links of what looks
 * like one, so addresses are taken out and the dots of host names get an invisible joiner: the name reads the same, and is no
 * link. What looks like an account number or a whole key is cut short, whoever handed it over.
 */
export function shownValue(language: MailLanguage, place: string, value: string): string {
  const { shared } = textsOf(language)
  if (accounts.has(place)) return plainAccount(value)
  if (pages.has(place)) return plainPage(value)
  const isWords = words.has(place)
  const clean = clip(tidy(value, isWords), isWords ? wordsLengthMax : nameLengthMax)
  if (people.has(place)) return isPlainName(clean) ? clean : shared.somebody
  const shown = addresses.has(place) ? plainAddress(clean) : withoutLinks(withoutSecrets(clean), shared.linkRemoved)
  return shown === '' && names.has(place) ? shared.unnamed : shown
}

/** Control and direction characters out; white space to single spaces, or to at most one empty line in running text. */
function tidy(value: string, keepLines: boolean): string {
  const readable = value
    .replace(/\r\n?|[\u2028\u2029\u0085]/gu, '\n')
    .replace(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]+/gu, ' ')
  if (!keepLines) return readable.replace(/\s+/gu, ' ').trim()
  return readable
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}

/** Cuts between characters as people see them. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > most - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

function withoutLinks(text: string, removed: string): string {
  return text
    .replace(/\S*(?::\/\/|@|\\\\)\S*|\b(?:https?|mailto|javascript|data|tel|sms):\S+/giu, removed)
    .replace(/[.\u3002\uff0e\uff61](?=[^\s.])/gu, (dot, at: number) =>
      /\d/u.test(text.charAt(at + 1)) ? dot : `\u2060${dot}\u2060`,
    )
}

/** International account numbers, and secrets of ours, which begin with a word and an underscore. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gu, (number) =>
      isValidIBAN(number.replaceAll(' ', '')) ? `… ${number.replaceAll(' ', '').slice(-4)}` : number,
    )
    .replace(
      /\b([a-z]{2,12}_(?:[a-z]{2,8}_)?)([A-Za-z0-9_-]{20,})/gu,
      (_key, prefix: string, rest: string) => `${prefix}${rest.slice(0, 4)}…`,
    )
}

/** Only what we have made ourselves: letters, digits and what separates them. */
function plainPage(value: string): string {
  if (/^https?:\/\/[\w.:/-]+$/u.test(value)) return value
  throw new TypeError('A page has to be one plain address')
}

/** In groups of four, as people read and type it. */
function plainAccount(value: string): string {
  const account = value.replaceAll(' ', '')
  if (isValidIBAN(account)) return account.replaceAll(/.{4}(?=.)/gu, '$& ')
  throw new TypeError('An account has to be an IBAN')
}

function plainAddress(value: string): string {
  if (/^[^\s<>"'@/\\:]+@[^\s<>"'@/\\:]+$/u.test(value)) return value
  throw new TypeError('An address has to be one plain address')
}
