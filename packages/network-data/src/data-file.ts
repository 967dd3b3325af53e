import { brotliDecompressSync } from 'node:zlib'
import { type NetworkTables, packValue } from './tables.ts'

/**
 * The data file is `BNET`, then one brotli stream of: the length of the header in 4 bytes, the header in JSON, and the columns one after
 * the other. A column holds the same thing of every network or segment, which is what makes it compress well:
 *
 * - networks: AS numbers as differences (varint), kinds, home countries, lengths of names (bytes), names (UTF-8)
 * - segments, per family: sizes, odd factors (varint), networks (varint), countries, overriding kinds
 *
 * A size byte is the power of two of the segment's length; with 128 added, that times the next odd factor. A country byte is 0 for the
 * home country of the network, else the country + 1. IPv6 is counted in /64.
 */
export const magic = 'BNET'
export const columnNames = [
  'asns',
  'classes',
  'homes',
  'nameLengths',
  'names',
  'sizes4',
  'odd4',
  'networks4',
  'countries4',
  'overrides4',
  'sizes6',
  'odd6',
  'networks6',
  'countries6',
  'overrides6',
]

export interface Header {
  readonly version: 1
  readonly asOf: string
  readonly networks: number
  readonly segments4: number
  readonly segments6: number
  /** All country codes, one after the other. */
  readonly countries: string
  /** Bytes of each column, in the order of `columnNames`. */
  readonly columns: readonly number[]
}

/** Reads a whole data file. @throws Error when it is none, of another version, or cut short. */
export function decode(file: Uint8Array): NetworkTables {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw new Error('Not a network data file')
  const content = brotliDecompressSync(bytes.subarray(magic.length))
  const headerEnd = 4 + content.readUInt32LE(0)
  const header: Header = JSON.parse(content.toString('utf8', 4, headerEnd))
  if (header.version !== 1) throw new Error('The network data file has another version')
  const column = columnsOf(content.subarray(headerEnd), header.columns)

  const asns = new Uint32Array(header.networks)
  const nextAsn = varints(column('asns'))
  for (let network = 1; network < asns.length; network += 1) asns[network] = (asns[network - 1] ?? 0) + nextAsn()
  const nameStarts = new Uint32Array(header.networks + 1)
  const nameLengths = column('nameLengths')
  for (let network = 0; network < asns.length; network += 1)
    nameStarts[network + 1] = (nameStarts[network] ?? 0) + (nameLengths[network] ?? 0)

  const six = readStarts(column('sizes6'), column('odd6'))
  return {
    asOf: header.asOf,
    asns,
    // Copies, so that the decompressed whole can be freed.
    classes: new Uint8Array(column('classes')),
    names: new Uint8Array(column('names')),
    nameStarts,
    countries: [null, ...(header.countries.match(/../gu) ?? [])],
    starts4: readStarts(column('sizes4'), column('odd4')).lows,
    values4: readValues(column('networks4'), column('countries4'), column('overrides4'), column('homes')),
    highs6: six.highs,
    lows6: six.lows,
    values6: readValues(column('networks6'), column('countries6'), column('overrides6'), column('homes')),
  }
}

function columnsOf(content: Uint8Array, lengths: readonly number[]): (name: string) => Uint8Array {
  const columns = new Map<string, Uint8Array>()
  let at = 0
  for (const [index, name] of columnNames.entries()) {
    const end = at + (lengths[index] ?? 0)
    columns.set(name, content.subarray(at, end))
    at = end
  }
  if (at !== content.length) throw new Error('The network data file is cut short')
  return (name) => columns.get(name) ?? new Uint8Array()
}

/** Yields one unsigned number below 2⁵³ per call: 7 bits a byte, the lowest first, the top bit says that more follow. */
function varints(bytes: Uint8Array): () => number {
  let at = 0
  return () => {
    let number = 0
    let factor = 1
    for (;;) {
      const byte = bytes[at] ?? 0
      at += 1
      number += (byte & 0x7f) * factor
      if (byte < 0x80) return number
      factor *= 128
    }
  }
}

/** Sums up lengths to first addresses, in halves of 32 bits. Exact: a length is an odd factor below 2⁵³ times a power of two. */
function readStarts(sizes: Uint8Array, odd: Uint8Array): { highs: Uint32Array; lows: Uint32Array } {
  const highs = new Uint32Array(sizes.length)
  const lows = new Uint32Array(sizes.length)
  const nextOdd = varints(odd)
  let high = 0
  let low = 0
  for (let segment = 0; segment < sizes.length; segment += 1) {
    highs[segment] = high
    lows[segment] = low
    const size = sizes[segment] ?? 0
    const length = 2 ** (size & 0x7f) * (size < 128 ? 1 : nextOdd())
    low += length % 0x1_0000_0000
    high += Math.floor(length / 0x1_0000_0000)
    if (low >= 0x1_0000_0000) {
      low -= 0x1_0000_0000
      high += 1
    }
  }
  return { highs, lows }
}

function readValues(
  networks: Uint8Array,
  countries: Uint8Array,
  overrides: Uint8Array,
  homes: Uint8Array,
): Uint32Array {
  const values = new Uint32Array(countries.length)
  const nextNetwork = varints(networks)
  for (let segment = 0; segment < values.length; segment += 1) {
    const network = nextNetwork()
    const country = countries[segment] ?? 0
    values[segment] = packValue(network, country === 0 ? (homes[network] ?? 0) : country - 1, overrides[segment] ?? 0)
  }
  return values
}
