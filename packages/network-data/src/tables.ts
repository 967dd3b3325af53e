/** Which kind of network an address belongs to. The order is the coding in the data file. */
export const kinds = ['unknown', 'access', 'hosting', 'vpn', 'tor', 'relay'] as const
export type NetworkKind = (typeof kinds)[number]

/** The decoded data file: sorted segments per family, and what their values point to. Position 0 of each list means "none". */
export interface NetworkTables {
  /** Date of the data, `YYYY-MM-DD`. */
  readonly asOf: string
  readonly asns: Uint32Array
  /** Per network an index into `kinds`. */
  readonly classes: Uint8Array
  readonly names: Uint8Array
  /** Where the name of a network begins in `names`; one entry more than networks. */
  readonly nameStarts: Uint32Array
  readonly countries: readonly (string | null)[]
  /** First addresses; the first is 0. */
  readonly starts4: Uint32Array
  readonly values4: Uint32Array
  /** First /64 prefixes, as two halves of 32 bits; the first is 0. */
  readonly highs6: Uint32Array
  readonly lows6: Uint32Array
  readonly values6: Uint32Array
}

/** One segment's value in 32 bits: network in the lowest 20, country in the next 8, kind that overrides the network's own in the next 3. */
export function packValue(network: number, country: number, override: number): number {
  return network | (country << 20) | (override << 28)
}

export const networkOf = (value: number): number => value & 0xf_ffff
export const countryOf = (value: number): number => (value >>> 20) & 0xff
export const overrideOf = (value: number): number => (value >>> 28) & 0x7

export const networksMax = 0xf_ffff
export const countriesMax = 0xff
