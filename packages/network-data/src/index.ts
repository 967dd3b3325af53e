import { readFileSync } from 'node:fs'
import { parseAddress, parsed } from '@bollard/addresses'
import { decode } from './data-file.ts'
import { countryOf, kinds, type NetworkKind, networkOf, type NetworkTables, overrideOf } from './tables.ts'

export type { NetworkKind } from './tables.ts'

export interface NetworkFacts {
  /** Number of the autonomous system that announces the address; 0 when nobody does. */
  readonly asn: number
  /** ISO 3166-1 alpha-2, and XK for Kosovo. Where the address is registered or said to be used: a hint, no location. */
  readonly country: string | null
  /**
   * `hosting`: servers, not people, are at home there. `vpn`, `tor`, `relay`: many people behind one address. `access`: an announced network
   * without a sign of these: a provider, company or university. `unknown`: not announced, or people and servers share the network.
   */
  readonly kind: NetworkKind
}

export interface NetworkData {
  /** Never throws. IPv6 is known per /64. Private, loopback and other special addresses, and what is no address, are unknown. */
  lookup(address: string): NetworkFacts
  /** Name of the organisation, or null for an AS number that is not in the data. */
  nameOf(asn: number): string | null
  /** Date of the data, `YYYY-MM-DD`. */
  readonly asOf: string
}

/** Loads the data that comes with the package: about 12 MB of memory, no network. @throws when the file is missing or damaged. */
export function openNetworkData(): NetworkData {
  return serve(decode(readFileSync(new URL('../data/networks.bin', import.meta.url))))
}

const unknown: NetworkFacts = Object.freeze({ asn: 0, country: null, kind: 'unknown' })

/** Answers from decoded tables. */
export function serve(tables: NetworkTables): NetworkData {
  const { asns, classes, countries, values4, values6 } = tables
  const names = Buffer.from(tables.names.buffer, tables.names.byteOffset, tables.names.length)
  const buckets = bucketsOf(tables.starts4)

  const valueOf = (address: string): number => {
    if (!parseAddress(address)) return 0
    const [high = 0, low = 0] = parsed.words
    if (parsed.family === 4) return values4[find4(tables.starts4, buckets, high)] ?? 0
    return values6[find6(tables.highs6, tables.lows6, high, low)] ?? 0
  }

  return {
    asOf: tables.asOf,
    lookup(address) {
      const value = valueOf(address)
      if (value === 0) return unknown
      const network = networkOf(value)
      const kind = kinds[overrideOf(value) || (classes[network] ?? 0)] ?? 'unknown'
      return { asn: asns[network] ?? 0, country: countries[countryOf(value)] ?? null, kind }
    },
    nameOf(asn) {
      if (!Number.isInteger(asn) || asn <= 0) return null
      const network = lastNotAbove(asns, asn, 0, asns.length)
      if (asns[network] !== asn) return null
      return names.toString('utf8', tables.nameStarts[network], tables.nameStarts[network + 1])
    },
  }
}

/** Where the addresses of each /16 begin, so that a search has about 10 segments left instead of 600 000. */
function bucketsOf(starts4: Uint32Array): Uint32Array {
  const buckets = new Uint32Array(0x1_0001)
  let segment = 0
  for (let bucket = 0; bucket < 0x1_0000; bucket += 1) {
    while (segment + 1 < starts4.length && (starts4[segment + 1] ?? 0) <= bucket * 0x1_0000) segment += 1
    buckets[bucket] = segment
  }
  buckets[0x1_0000] = starts4.length - 1
  return buckets
}

function find4(starts4: Uint32Array, buckets: Uint32Array, address: number): number {
  const bucket = address >>> 16
  return lastNotAbove(starts4, address, buckets[bucket] ?? 0, (buckets[bucket + 1] ?? 0) + 1)
}

/** Position of the last entry ≤ `wanted` from `from` (whose entry is ≤ it) to before `to`. */
function lastNotAbove(sorted: Uint32Array, wanted: number, from: number, to: number): number {
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= wanted) low = middle
    else high = middle
  }
  return low
}

function find6(highs: Uint32Array, lows: Uint32Array, wantedHigh: number, wantedLow: number): number {
  let low = 0
  let high = highs.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    const middleHigh = highs[middle] ?? 0
    if (middleHigh < wantedHigh || (middleHigh === wantedHigh && (lows[middle] ?? 0) <= wantedLow)) low = middle
    else high = middle
  }
  return low
}
