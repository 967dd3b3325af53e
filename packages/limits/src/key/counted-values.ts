import type { Facts } from './facts.ts'
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

/**
 * Stands in facts for a header field that came more than once, and for a cookie that came with different values. Servers read the first of
 * them, the last or all in one, so whoever sends two could choose a new one each time and still be known by the other. Those are counted by
 * their network instead. Whoever sends this text as a value gains nothing: they are counted by their network too.
 */
export const givenTwice = 'bollard:given-twice'

/** The value of a header; null where there is none, whatever objects inherit. */
export function headerOf({ headers, address }: Facts, name: string): string | null {
  if (!Object.hasOwn(headers, name)) return null
  const value = normalText(headers[name] ?? '')
  return value === givenTwice ? ofNetwork(address) : value
}

/** The value of a cookie, in one spelling for those that some server reads alike: with or without quotes and escapes. */
export function cookieOf({ cookies, address }: Facts, name: string): string | null {
  if (!Object.hasOwn(cookies, name)) return null
  const value = unescaped(normalText(cookies[name] ?? '').replace(/^"(.*)"$/u, '$1'))
  return value === givenTwice ? ofNetwork(address) : value
}

/** The cookies of a header by their names: `givenTwice` for one that came with different values. Names hold what no object inherits. */
export function countedCookies(header: string): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null)
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at === -1) continue
    const name = pair.slice(0, at).trim()
    const value = pair.slice(at + 1).trim()
    cookies[name] = (cookies[name] ?? value) === value ? value : givenTwice
  }
  return cookies
}

/**
 * Headers as limits count by them, from what Node has of a request: `givenTwice` for a field that came in several lines. The few that Node
 * gives as lists are none that a visitor sends.
 */
export function countedHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  rawHeaders: readonly string[],
): Facts['headers'] {
  const single = headers as Facts['headers']
  // Of most requests none came twice.
  if (Object.keys(headers).length === rawHeaders.length / 2) return single
  const counted: Record<string, string> = Object.assign(Object.create(null), single)
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    // Lines of cookies are one (RFC 9113, 8.2.3).
    if (seen.has(name) && name !== 'cookie') counted[name] = givenTwice
    seen.add(name)
  }
  return counted
}

function ofNetwork(address: string | null): string {
  return `${givenTwice} ${(address === null ? null : normalNetwork(address, { v4: 32, v6: 64 })) ?? ''}`
}

function unescaped(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
