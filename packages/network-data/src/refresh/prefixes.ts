import { parseAddress, parsed } from '@bollard/addresses'
import { layer, type Range } from './ranges.ts'
import { type FamilyNumber, linesOf } from './read-sources.ts'

export interface Prefix extends Range {
  readonly family: FamilyNumber
}

/** `192.0.2.0/24`, `2001:db8::/32` or a single address, as a range; IPv6 in /64, a longer prefix as the /64 around it. @throws when it is none. */
export function readPrefix(text: string, value: number): Prefix {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/iu.exec(text) ?? []
  parseAddress(address)
  const { family } = parsed
  const width = family === 4 ? 32 : 64
  const length = Number(bits ?? width)
  if (family === 0 || length > (family === 4 ? 32 : 128)) throw new Error(`Not a prefix: ${text}`)
  const [high = 0, low = 0] = parsed.words
  const first = family === 4 ? BigInt(high) : (BigInt(high) << 32n) | BigInt(low)
  const size = 1n << BigInt(Math.max(width - length, 0))
  const start = first - (first % size)
  return { family, start, end: start + size - 1n, value }
}

/** A list with one prefix or address per line; comments with #, and what follows a comma, do not count. */
export function readPrefixes(list: string, value: number): Prefix[] {
  return linesOf(list).map((line) => readPrefix(line.split(/[,\s]/u)[0] ?? '', value))
}

/** Addresses that no visitor from the internet has (RFC 6890 and successors), whatever a source says about them. */
const special = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Everything but global unicast, and inside it what is for documentation.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001:db8::/32',
  '3fff::/20',
].map((text) => readPrefix(text, 1))

/** The same flat ranges without special addresses. */
export function withoutSpecial(ranges: readonly Range[], family: FamilyNumber): Range[] {
  const blank = special.filter((prefix) => prefix.family === family).toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const segments = layer([ranges, blank])
  return segments.flatMap(({ start, values: [value = 0, isSpecial] }, index) => {
    const next = segments[index + 1]
    return value === 0 || isSpecial === 1 || next === undefined ? [] : [{ start, end: next.start - 1n, value }]
  })
}
