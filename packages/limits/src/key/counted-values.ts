import { domainToASCII } from 'node:url'
import { formatNetwork, parseAddress, parsed } from '@bollard/addresses'
import { boxOf, comparedPath } from '@bollard/normal-forms'

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
  // Dotted IPv4 has one spelling only, since zeros in front of a number make it no address.
  if (prefix === 32 && !address.includes(':')) return address
  const first = words.slice(0, family === 4 ? 1 : 4)
  for (let bit = prefix; bit < 32 * first.length; bit += 32 - (bit % 32)) {
    const index = bit >>> 5
    first[index] = bit % 32 === 0 ? 0 : (first[index] ?? 0) & ~(0xffff_ffff >>> (bit % 32))
  }
  return formatNetwork({ family, prefix, first, last: first })
}

/** Longer ones reach no server of Node, and cost nothing more here. */
const pathLengthMax = 16_384

/** The path as limits count it: one key for all spellings that some server treats alike. */
export function countedPath(path: string): string {
  // Cut afterwards: what makes no difference must not push aside what does.
  return comparedPath(path.slice(0, pathLengthMax)).slice(0, valueLengthMax)
}

/**
 * The box of an address, also of one that is written strangely; null where it has no `@`. What comes after a `+` is an
 * alias everywhere.
 */
export function countedEmail(email: string): string | null {
  const typed = email.trim().slice(0, valueLengthMax).normalize('NFKC')
  const at = typed.lastIndexOf('@')
  if (at < 1) return null
  const domain = domainToASCII(typed.slice(at + 1).replace(/\.$/u, ''))
  return domain === '' ? null : boxOf({ local: typed.slice(0, at), domain }, { plus: 'EVERYWHERE' })
}

export function normalText(value: string): string {
  return value.slice(0, valueLengthMax).trim()
}

/** The value of a header or cookie; null where there is none, whatever objects inherit. */
export function valueOf(values: Readonly<Record<string, string>>, name: string): string | null {
  return Object.hasOwn(values, name) ? normalText(values[name] ?? '') : null
}
