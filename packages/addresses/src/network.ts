import { parseAddress, parsed } from './address.ts'

/** A range of addresses of one family, both ends included: one word of IPv4, four of IPv6, most significant first. */
export interface Network {
  readonly family: 4 | 6
  /** How many leading bits all its addresses share. */
  readonly prefix: number
  readonly first: Uint32Array
  readonly last: Uint32Array
}

/** What `readNetwork` has read last: of IPv4 only the first word counts. One shared record, as `parsed`. */
export const range = { family: 0 as 0 | 4 | 6, prefix: 0, first: new Uint32Array(4), last: new Uint32Array(4) }

/**
 * Reads an address or a network in CIDR notation; bits behind the prefix are ignored. IPv4-mapped IPv6 counts as IPv4.
 * Null for anything else, and for a mapped address with a prefix that reaches out of the mapped range.
 */
export function parseNetwork(text: string): Network | null {
  if (!readNetwork(text) || range.family === 0) return null
  const { family, prefix, first, last } = range
  const width = family === 4 ? 1 : 4
  return { family, prefix, first: first.slice(0, width), last: last.slice(0, width) }
}

/** The same into `range`, for whoever reads a hundred thousand. */
export function readNetwork(text: string): boolean {
  const slash = text.indexOf('/')
  if (!parseAddress(slash === -1 ? text : text.slice(0, slash))) return false
  const { family, words } = parsed
  const bits = family === 4 ? 32 : 128
  const prefix = slash === -1 ? bits : readPrefix(text, slash + 1) - (family === 4 && text.includes(':') ? 96 : 0)
  if (prefix < 0 || prefix > bits) return false
  range.family = family
  range.prefix = prefix
  for (let index = 0; index < bits / 32; index++) {
    const word = words[index] ?? 0
    const host = hostMask(prefix - 32 * index)
    range.first[index] = word & ~host
    range.last[index] = word | host
  }
  return true
}

/** Whether one of the networks, some of which may be none, holds an address. */
export function holdsAddress(networks: readonly string[], address: string): boolean {
  if (!parseAddress(address)) return false
  const { family } = parsed
  const words = parsed.words.slice(0, family === 4 ? 1 : 4)
  return networks.some((text) => {
    if (!readNetwork(text) || range.family !== family) return false
    // All leading bits are the same: the address is the first of the network but for its host bits.
    return words.every(
      (word, index) => (word & ~((range.first[index] ?? 0) ^ (range.last[index] ?? 0))) >>> 0 === range.first[index],
    )
  })
}

/** The one way to write a network that `parseNetwork` has read: RFC 5952 for IPv6, without a prefix for a single address. */
export function formatNetwork({ family, prefix, first }: Network): string {
  if (family === 4) {
    const [address = 0] = first
    const dotted = [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255].join('.')
    return prefix === 32 ? dotted : `${dotted}/${prefix}`
  }
  const compressed = compress(first)
  return prefix === 128 ? compressed : `${compressed}/${prefix}`
}

/** RFC 5952 §4.2: the longest run of zeros, of two groups at least, is `::`; the first one where two are as long. */
function compress(words: Uint32Array): string {
  let from = 8
  let length = 1
  for (let at = 0, end = 0; at < 8; at = end + 1) {
    for (end = at; end < 8 && groupOf(words, end) === 0;) end++
    if (end - at <= length) continue
    from = at
    length = end - at
  }
  let text = ''
  for (let at = 0; at < 8; at++) {
    if (at > from && at < from + length) continue
    if (at === from) text += '::'
    else text += at === 0 || at === from + length ? hexOf(words, at) : `:${hexOf(words, at)}`
  }
  return text
}

/** One of the eight groups of an IPv6 address. */
function groupOf(words: Uint32Array, at: number): number {
  return ((words[at >> 1] ?? 0) >>> (at % 2 === 0 ? 16 : 0)) & 0xffff
}

function hexOf(words: Uint32Array, at: number): string {
  return groupOf(words, at).toString(16)
}

/** A decimal number without leading zeros from `from` to the end of the text; -1 when it is none, or far too long. */
function readPrefix(text: string, from: number): number {
  const digits = text.length - from
  if (digits < 1 || digits > 3 || (digits > 1 && text.charCodeAt(from) === 0x30)) return -1
  let prefix = 0
  for (let at = from; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) return -1
    prefix = prefix * 10 + digit
  }
  return prefix
}

/** Which bits of a word lie behind a prefix that has `left` bits when the word begins. */
function hostMask(left: number): number {
  if (left >= 32) return 0
  return left <= 0 ? 0xffff_ffff : 0xffff_ffff >>> left
}
