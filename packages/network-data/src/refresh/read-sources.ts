import type { Range } from './ranges.ts'

export type FamilyNumber = 4 | 6

/** One line of an `ip-location-db` file in numeric form: first and last address, then the rest of the line. */
export interface Row {
  readonly start: bigint
  readonly end: bigint
  readonly rest: string
}

/** Reads `first,last,…` lines. @throws with the line when one is none, is out of range or ends before it begins. */
export function readRows(csv: string, family: FamilyNumber): Row[] {
  const last = (1n << (family === 4 ? 32n : 128n)) - 1n
  return linesOf(csv).map((line) => {
    const [, start = '', end = '', rest = ''] = /^(\d+),(\d+),(.+)$/u.exec(line) ?? []
    const row = { start: BigInt(start), end: BigInt(end), rest }
    if (rest === '' || row.end < row.start || row.end > last) throw new Error(`Not a range: ${line}`)
    return row
  })
}

/** `number,name`, the name perhaps in quotes with doubled quotes inside. @throws with the text when it is neither. */
export function readNetworkName(rest: string): { asn: number; name: string } {
  const [, number = '', quoted, plain] = /^(\d+),(?:"(.*)"|(.*))$/u.exec(rest) ?? []
  if (number === '') throw new Error(`Not a network: ${rest}`)
  return { asn: Number(number), name: (quoted?.replaceAll('""', '"') ?? plain ?? '').trim() }
}

/** Numbers for private use and the reserved last one (RFC 6996, RFC 7300), and 0: they name nobody. */
export function namesNobody(asn: number): boolean {
  return asn === 0 || asn === 65_535 || (asn >= 64_512 && asn <= 65_534) || asn >= 4_200_000_000
}

/** Turns whole IPv6 addresses into /64: each belongs to whoever has its first address, so single addresses inside it are lost. IPv4 stays. */
export function inUnits(range: Range, family: FamilyNumber): Range | null {
  if (family === 4) return range
  const start = (range.start + (1n << 64n) - 1n) >> 64n
  const end = range.end >> 64n
  return start <= end ? { start, end, value: range.value } : null
}

/** Lines that are neither empty nor a comment. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
