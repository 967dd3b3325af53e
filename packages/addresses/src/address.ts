/**
 * An address as `parseAddress` found it: IPv4 in `words[0]`, IPv6 in all four, most significant first.
 * One shared record, because a new one per address would cost more than the parsing. Read it before the next call.
 */
export const parsed = { family: 0 as 0 | 4 | 6, words: new Uint32Array(4) }

const groups = new Uint16Array(8)
const dot = 0x2e
const colon = 0x3a

/**
 * Reads the text form of an address into `parsed`: dotted IPv4, IPv6 of RFC 4291 §2.2 in any case, and IPv4-mapped IPv6 in both
 * spellings, which counts as IPv4. Anything else (leading zeros in IPv4, zones, ports, prefixes, white space) is none. Never throws.
 */
export function parseAddress(text: string): boolean {
  parsed.family = 0
  const { length } = text
  // The longest text form, an IPv6 address that ends in dotted IPv4, has 45 characters.
  if (length < 2 || length > 45) return false
  const { words } = parsed
  if (!text.includes(':')) {
    const address = readIPv4(text, 0)
    if (address < 0) return false
    words[0] = address
    parsed.family = 4
    return true
  }
  if (!readGroups(text)) return false
  if ((group(0) | group(1) | group(2) | group(3) | group(4)) === 0 && group(5) === 0xffff) {
    words[0] = group(6) * 0x1_0000 + group(7)
    parsed.family = 4
    return true
  }
  for (let index = 0; index < 4; index++) words[index] = group(2 * index) * 0x1_0000 + group(2 * index + 1)
  parsed.family = 6
  return true
}

function group(index: number): number {
  return groups[index] ?? 0
}

/** Four decimal octets from `from` to the end of the text as one number; -1 when there are none. */
function readIPv4(text: string, from: number): number {
  let address = 0
  let octet = 0
  let digits = 0
  let octets = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === dot) {
      if (digits === 0 || octets === 3) return -1
      address = address * 256 + octet
      octets++
      octet = 0
      digits = 0
      continue
    }
    // A second digit after a leading zero could be meant as octal; different programs read it differently.
    if (code < 0x30 || code > 0x39 || (digits > 0 && octet === 0)) return -1
    octet = octet * 10 + code - 0x30
    digits++
    if (octet > 255) return -1
  }
  return digits === 0 || octets !== 3 ? -1 : address * 256 + octet
}

/** All eight groups of an IPv6 address into `groups`. */
function readGroups(text: string): boolean {
  const { length } = text
  let count = 0
  /** Position of `::` among the groups. */
  let gap = -1
  let at = 0
  if (text.charCodeAt(0) === colon) {
    if (text.charCodeAt(1) !== colon) return false
    gap = 0
    at = 2
  }
  while (at < length) {
    if (count === 8) return false
    const start = at
    let value = 0
    let code = 0
    for (; at < length; at++) {
      code = text.charCodeAt(at)
      const digit = hexDigit(code)
      if (digit === -1) break
      value = value * 16 + digit
    }
    if (at < length && code === dot) {
      const address = count > 6 ? -1 : readIPv4(text, start)
      if (address < 0) return false
      groups[count] = address >>> 16
      groups[count + 1] = address & 0xffff
      count += 2
      break
    }
    if (at === start || at - start > 4) return false
    groups[count] = value
    count++
    if (at === length) break
    if (code !== colon) return false
    at++
    // A single colon at the end separates the last group from nothing.
    if (at === length) return false
    if (text.charCodeAt(at) === colon) {
      if (gap !== -1) return false
      gap = count
      at++
    }
  }
  if (gap === -1) return count === 8
  if (count > 7) return false
  groups.copyWithin(8 - (count - gap), gap, count)
  groups.fill(0, gap, 8 - (count - gap))
  return true
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
