import { kinds } from '../tables.ts'
import { classify } from './classify.ts'
import type { FamilyLayers, Network, Source } from './encode.ts'
import { readPrefixes, withoutSpecial } from './prefixes.ts'
import { flatten, type Range } from './ranges.ts'
import { type FamilyNumber, inUnits, namesNobody, readNetworkName, readRows, type Row } from './read-sources.ts'

/** Texts of the files that the data is made of. */
export interface Inputs {
  readonly asOf: string
  /** `asn-ipv4-num.csv` and `asn-ipv6-num.csv`. */
  readonly asns: Readonly<Record<FamilyNumber, string>>
  /** `geo-whois-asn-country-ipv4-num.csv` and `geo-whois-asn-country-ipv6-num.csv`. */
  readonly countries: Readonly<Record<FamilyNumber, string>>
  /** Lists of prefixes that override the kind of their networks. The narrower prefix wins; of equal ones Tor, then relay. */
  readonly lists: Readonly<Record<'vpn' | 'relay' | 'tor', string>>
}

/** Reads, cleans and classifies all inputs. @throws Error with the line that makes no sense. */
export function compile({ asOf, asns, countries, lists }: Inputs): Source {
  const names = new Map<number, string>()
  const codes = new Map<string, number>()
  const asnOf = ({ rest }: Row) => {
    const { asn, name } = readNetworkName(rest)
    if (namesNobody(asn)) return 0
    names.set(asn, name)
    return asn
  }
  const countryOf = ({ rest }: Row) => {
    if (!/^[A-Z]{2}$/u.test(rest)) throw new Error(`Not a country: ${rest}`)
    const known = codes.get(rest) ?? codes.size + 1
    codes.set(rest, known)
    return known
  }
  const overrides = overridesOf(lists)
  const layersOf = (family: FamilyNumber): FamilyLayers => ({
    asns: withoutSpecial(flat(asns[family], family, asnOf), family),
    countries: withoutSpecial(flat(countries[family], family, countryOf), family),
    overrides: withoutSpecial(overrides(family), family),
  })
  const v4 = layersOf(4)
  const v6 = layersOf(6)
  // A network that is left without a range could never be answered.
  const announced = new Set([...v4.asns, ...v6.asns].map(({ value }) => value))
  const networks: Network[] = [...names]
    .filter(([asn]) => announced.has(asn))
    .map(([asn, name]) => ({ asn, name, kind: classify(asn, name) }))
  return { asOf, networks, countries: [...codes.keys()], v4, v6 }
}

function flat(csv: string, family: FamilyNumber, valueOf: (row: Row) => number): Range[] {
  const ranges = readRows(csv, family).map((row) =>
    inUnits({ start: row.start, end: row.end, value: valueOf(row) }, family),
  )
  return flatten(ranges.filter((range) => range !== null))
}

function overridesOf(lists: Inputs['lists']): (family: FamilyNumber) => Range[] {
  // In this order: of equal ranges, `flatten` lets the later one win.
  const prefixes = (['vpn', 'relay', 'tor'] as const).flatMap((kind) => readPrefixes(lists[kind], kinds.indexOf(kind)))
  return (family) => flatten(prefixes.filter((prefix) => prefix.family === family))
}
