import { brotliCompressSync, constants } from 'node:zlib'
import { columnNames, type Header, magic } from '../data-file.ts'
import { kinds, countriesMax, networksMax, type NetworkKind } from '../tables.ts'
import { layer, type Range } from './ranges.ts'

/** What an AS is called, and which kind of network it is by itself. */
export interface Network {
  readonly asn: number
  readonly name: string
  readonly kind: NetworkKind
}

/** Flat ranges of one family; IPv6 in /64. Values: AS numbers, 1 + position in `countries`, position in `kinds`. */
export interface FamilyLayers {
  readonly asns: readonly Range[]
  readonly countries: readonly Range[]
  readonly overrides: readonly Range[]
}

export interface Source {
  readonly asOf: string
  /** Every AS number that a range names, once, in any order. */
  readonly networks: readonly Network[]
  readonly countries: readonly string[]
  readonly v4: FamilyLayers
  readonly v6: FamilyLayers
}

/** Makes the data file that `decode` reads. Takes most of a minute, because it compresses as hard as it can. @throws RangeError when a value does not fit. */
export function encode(source: Source): Buffer {
  const networks = source.networks.toSorted((a, b) => a.asn - b.asn)
  if (networks.length > networksMax) throw new RangeError(`${networks.length} networks do not fit`)
  if (source.countries.length >= countriesMax) throw new RangeError(`${source.countries.length} countries do not fit`)
  const indexOfAsn = new Map(networks.map(({ asn }, index) => [asn, index + 1]))
  const families = { 4: segmentsOf(source.v4, indexOfAsn), 6: segmentsOf(source.v6, indexOfAsn) }
  const homes = homeCountries([...families[4], ...families[6]], networks.length + 1)
  const names = [Buffer.alloc(0), ...networks.map(({ name }) => Buffer.from(fittingName(name)))]
  const columns = new Map<string, Uint8Array>([
    ['asns', varints(networks.map(({ asn }, index) => BigInt(asn - (networks[index - 1]?.asn ?? 0))))],
    ['classes', Uint8Array.from([0, ...networks.map(({ kind }) => kinds.indexOf(kind))])],
    ['homes', homes],
    ['nameLengths', Uint8Array.from(names, ({ length }) => length)],
    ['names', Buffer.concat(names)],
    ...columnsOf(4, families[4], homes),
    ...columnsOf(6, families[6], homes),
  ])
  const inOrder = columnNames.map((name) => columns.get(name) ?? new Uint8Array())
  const header: Header = {
    version: 1,
    asOf: source.asOf,
    networks: networks.length + 1,
    segments4: families[4].length,
    segments6: families[6].length,
    countries: source.countries.join(''),
    columns: inOrder.map(({ length }) => length),
  }
  const json = Buffer.from(JSON.stringify(header))
  const jsonLength = Buffer.alloc(4)
  jsonLength.writeUInt32LE(json.length)
  const content = Buffer.concat([jsonLength, json, ...inOrder])
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  return Buffer.concat([Buffer.from(magic), brotliCompressSync(content, { params })])
}

interface Segment {
  readonly start: bigint
  readonly network: number
  readonly country: number
  readonly override: number
}

function segmentsOf({ asns, countries, overrides }: FamilyLayers, indexOfAsn: ReadonlyMap<number, number>): Segment[] {
  return splitLong(layer([asns, countries, overrides])).map(
    ({ start, values: [asn = 0, country = 0, override = 0] }) => {
      const network = asn === 0 ? 0 : indexOfAsn.get(asn)
      if (network === undefined) throw new RangeError(`AS${asn} has ranges but is not among the networks`)
      return { start, network, country, override }
    },
  )
}

/** Cuts a segment whose length has no exact floating-point form at multiples of 2³²; the parts keep its values. */
function splitLong<Part extends { readonly start: bigint }>(segments: readonly Part[]): Part[] {
  return segments.flatMap((segment, index) => {
    const end = segments[index + 1]?.start ?? segment.start
    if (end - segment.start <= BigInt(Number.MAX_SAFE_INTEGER)) return [segment]
    const middles = [(segment.start | 0xffff_ffffn) + 1n, (end >> 32n) << 32n]
    return [
      segment,
      ...middles.filter((start) => start > segment.start && start < end).map((start) => ({ ...segment, start })),
    ]
  })
}

/** Per network the country that most of its segments have. */
function homeCountries(segments: readonly Segment[], networks: number): Uint8Array {
  const counts = new Map<number, number>()
  for (const { network, country } of segments)
    counts.set(network * 256 + country, (counts.get(network * 256 + country) ?? 0) + 1)
  const homes = new Uint8Array(networks)
  const best = new Uint32Array(networks)
  for (const [key, count] of counts) {
    const network = Math.floor(key / 256)
    if (count <= (best[network] ?? 0)) continue
    best[network] = count
    homes[network] = key % 256
  }
  return homes
}

function columnsOf(family: 4 | 6, segments: readonly Segment[], homes: Uint8Array): [string, Uint8Array][] {
  const odd: bigint[] = []
  const sizes = segments.map(({ start }, index) => {
    // Nobody reads where the last one ends.
    let length = (segments[index + 1]?.start ?? start + 1n) - start
    let power = 0
    for (; (length & 1n) === 0n; power += 1) length >>= 1n
    if (length === 1n) return power
    odd.push(length)
    return 128 + power
  })
  return [
    [`sizes${family}`, Uint8Array.from(sizes)],
    [`odd${family}`, varints(odd)],
    [`networks${family}`, varints(segments.map(({ network }) => BigInt(network)))],
    [
      `countries${family}`,
      Uint8Array.from(segments, ({ network, country }) => (homes[network] === country ? 0 : country + 1)),
    ],
    [`overrides${family}`, Uint8Array.from(segments, ({ override }) => override)],
  ]
}

function varints(numbers: readonly bigint[]): Uint8Array {
  const bytes: number[] = []
  for (let number of numbers) {
    for (; number > 0x7fn; number >>= 7n) bytes.push(Number(number & 0x7fn) | 0x80)
    bytes.push(Number(number))
  }
  return Uint8Array.from(bytes)
}

/** The name, cut at a character when it has more bytes than its length byte can say. */
export function fittingName(name: string): string {
  let short = name
  while (Buffer.byteLength(short) > 255) short = [...short].slice(0, -1).join('')
  return short
}
