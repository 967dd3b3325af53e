import type { NetworkData } from '../index.ts'
import { kinds } from '../tables.ts'
import { type FamilyLayers, fittingName, type Source } from './encode.ts'
import type { Range } from './ranges.ts'
import type { FamilyNumber } from './read-sources.ts'

/**
 * Asks for the first and last address of every range of the source, as text, and holds the answer against the range.
 * @returns how many addresses were asked. @throws Error with the first address whose answer is wrong.
 */
export function verify(source: Source, data: NetworkData): number {
  const kindOf = new Map(source.networks.map(({ asn, kind }) => [asn, kind]))
  let asked = 0
  const check = (
    range: Range,
    family: FamilyNumber,
    isRight: (facts: ReturnType<NetworkData['lookup']>) => boolean,
  ) => {
    for (const position of [range.start, range.end]) {
      const address = formatAddress(position, family)
      asked += 1
      if (!isRight(data.lookup(address)))
        throw new Error(`${address}: ${JSON.stringify(data.lookup(address))} is wrong`)
    }
  }
  const checkFamily = (layers: FamilyLayers, family: FamilyNumber) => {
    for (const range of layers.asns) check(range, family, ({ asn }) => asn === range.value)
    for (const range of layers.countries)
      check(range, family, ({ country }) => country === source.countries[range.value - 1])
    for (const range of layers.overrides) check(range, family, ({ kind }) => kind === kinds[range.value])
    if (layers.overrides.length === 0)
      for (const range of layers.asns) check(range, family, ({ kind }) => kind === kindOf.get(range.value))
  }
  checkFamily(source.v4, 4)
  checkFamily(source.v6, 6)
  for (const { asn, name } of source.networks) {
    asked += 1
    if (data.nameOf(asn) !== fittingName(name)) throw new Error(`AS${asn}: ${data.nameOf(asn)} is not ${name}`)
  }
  return asked
}

/** Text of an IPv4 address, or of the first address of a /64. */
export function formatAddress(position: bigint, family: FamilyNumber): string {
  const part = (shift: number, mask: bigint) => (position >> BigInt(shift)) & mask
  if (family === 4) return [24, 16, 8, 0].map((shift) => part(shift, 0xffn).toString()).join('.')
  return `${[48, 32, 16, 0].map((shift) => part(shift, 0xffffn).toString(16)).join(':')}::`
}
