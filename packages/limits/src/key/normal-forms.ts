import { domainToASCII } from 'node:url'
import { formatNetwork, parseAddress, parsed } from '@bollard/addresses'

/** Characters of a value that count. Longer ones that begin alike are one key: nobody gains a new key by more text. */
export const valueLengthMax = 1_024

export interface NetworkWidths {
  readonly v4: 24 | 32
  readonly v6: 48 | 56 | 64
}

/** The network of an address such as `2001:db8::/64`; IPv4 within IPv6 is IPv4. Null where it is no address. */
export function normalNetwork(address: string, { v4, v6 }: NetworkWidths): string | null {
  if (!parseAddress(address) || parsed.family === 0) return null
  const { family, words } = parsed
  const prefix = family === 4 ? v4 : v6
  const first = words.slice(0, family === 4 ? 1 : 4)
  for (let bit = prefix; bit < 32 * first.length; bit += 32 - (bit % 32)) {
    const index = bit >>> 5
    first[index] = bit % 32 === 0 ? 0 : (first[index] ?? 0) & ~(0xffff_ffff >>> (bit % 32))
  }
  return formatNetwork({ family, prefix, first, last: first })
}

/**
 * One spelling for all paths that servers treat alike: without query, escapes of letters that need none, dots, doubled
 * slashes and a slash at the end. The case of letters is kept.
 */
export function normalPath(path: string): string {
  const [raw = ''] = path.slice(0, valueLengthMax).split(/[?#]/u, 1)
  const decoded = raw.replaceAll(/%([0-9a-f]{2})/giu, (escaped, hex: string) => {
    const letter = String.fromCodePoint(Number.parseInt(hex, 16))
    return /[\w.~-]/u.test(letter) ? letter : escaped.toUpperCase()
  })
  const segments: string[] = []
  for (const segment of decoded.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

/**
 * One spelling for an address and its aliases: lower case, without `+tag`, its domain in ASCII, and without dots where
 * the provider ignores them (Google). For counting only; mail is sent to what was typed. Null where it has no `@`.
 */
export function normalEmail(email: string): string | null {
  const typed = email.slice(0, valueLengthMax).normalize('NFKC').trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  if (at < 1) return null
  const [name = ''] = typed.slice(0, at).split('+', 1)
  const domain = domainToASCII(typed.slice(at + 1).replace(/\.$/u, ''))
  if (domain === '') return null
  const google = domain === 'gmail.com' || domain === 'googlemail.com'
  return google ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

export function normalText(value: string): string {
  return value.slice(0, valueLengthMax).trim()
}

/** The value of a header or cookie; null where there is none, whatever objects inherit. */
export function valueOf(values: Readonly<Record<string, string>>, name: string): string | null {
  return Object.hasOwn(values, name) ? normalText(values[name] ?? '') : null
}
