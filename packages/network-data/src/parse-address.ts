/** What `parseAddress` found; the address itself is in `parsed`. */
export const Family = { Invalid: 0, V4: 4, V6: 6 } as const
export type Family = (typeof Family)[keyof typeof Family]

/**
 * The address that was parsed last: of IPv4 all 32 bits in `high`; of IPv6 the first 64 bits in `high` and `low`.
 * One shared record, because a new one per address would cost more than the parsing. Read it before the next call.
 */
export const parsed = { high: 0, low: 0 }

const groups = new Uint16Array(8)
const dot = 0x2e
const colon = 0x3a

/**
 * Reads the text form of an address: dotted IPv4, IPv6 of RFC 4291 §2.2 in any case, and IPv4-mapped IPv6 in both spellings, which
 * counts as IPv4. Anything else (leading zeros in IPv4, zones, ports, prefixes, white space) is invalid. Never throws.
 */
export function parseAddress(text: string): Family {
  // The longest text form, an IPv6 address that ends in dotted IPv4, has 45 characters.
  const length = text.length
  if (length < 2 || length > 45) return Family.Invalid
  const firstColon = text.indexOf(':')
  if (firstColon === -1) return parseIPv4(text, 0) ? Family.V4 : Family.Invalid
  if (!parseGroups(text)) return Family.Invalid
  const upper = (group(0) | group(1) | group(2) | group(3) | group(4)) === 0
  if (upper && group(5) === 0xffff) {
    parsed.high = group(6) * 0x10000 + group(7)
    return Family.V4
  }
  parsed.high = group(0) * 0x10000 + group(1)
  parsed.low = group(2) * 0x10000 + group(3)
  return Family.V6
}

function group(index: number): number {
  return groups[index] ?? 0
}

/** Four decimal octets from `from` to the end of the text, into `parsed.high`. */
function parseIPv4(text: string, from: number): boolean {
  let address = 0
  let octet = 0
  let digits = 0
  let octets = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === dot) {
      if (digits === 0 || octets === 3) return false
      address = address * 256 + octet
      octets += 1
      octet = 0
      digits = 0
      continue
    }
    // A second digit after a leading zero could be meant as octal; different programs read it differently, so nobody may send it.
    if (code < 0x30 || code > 0x39 || (digits > 0 && octet === 0)) return false
    octet = octet * 10 + code - 0x30
    digits += 1
    if (octet > 255) return false
  }
  if (digits === 0 || octets !== 3) return false
  parsed.high = address * 256 + octet
  return true
}

/** All eight groups of an IPv6 address into `groups`. */
function parseGroups(text: string): boolean {
  const length = text.length
  let count = 0
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
    for (; at < length; at += 1) {
      code = text.charCodeAt(at)
      const digit = hexDigit(code)
      if (digit === -1) break
      value = value * 16 + digit
    }
    if (at < length && code === dot) {
      if (count > 6 || !parseIPv4(text, start)) return false
      groups[count] = parsed.high >>> 16
      groups[count + 1] = parsed.high & 0xffff
      count += 2
      break
    }
    if (at === start || at - start > 4) return false
    groups[count] = value
    count += 1
    if (at === length) break
    if (code !== colon) return false
    at += 1
    // A single colon at the end separates the last group from nothing.
    if (at === length) return false
    if (text.charCodeAt(at) === colon) {
      if (gap !== -1) return false
      gap = count
      at += 1
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
