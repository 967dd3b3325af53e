import type { NetworkKind } from '@bollard/network-data'

export const methodNames = [
  'script',
  'script with an engine',
  'recorded visits',
  'farm in one page',
  'farm of pages',
  'stealth browsers',
] as const
export type MethodName = (typeof methodNames)[number]

/** One attack of the curve: by what, through how many networks of which kind, and how many tokens it wants in an hour. */
export interface Cell {
  readonly method: MethodName
  readonly kind: NetworkKind
  readonly networks: number
  /** Over how many operators the networks are spread. */
  readonly operators: number
  readonly tokens: number
  /**
   * Whether each network came on the days before, for a few tokens in one hour of each: what somebody does who knows that networks
   * with a past are trusted further.
   */
  readonly aged: boolean
}

const cell = (method: MethodName, kind: NetworkKind, networks: number, tokens: number, aged = false): Cell => ({
  aged,
  method,
  kind,
  networks,
  // Proxies of private households come from many providers; servers are cheapest at few.
  operators: kind === 'access' ? Math.min(networks, 25) : Math.min(networks, 5),
  tokens,
})

/** The 24 cells that tell most: each method where it is at its best, and each price where it turns. */
export const cells: readonly Cell[] = [
  cell('script', 'hosting', 1, 100),
  cell('script', 'access', 1, 100),
  cell('script', 'access', 10, 100),
  cell('script', 'access', 1, 1_000),
  cell('script', 'access', 1, 10_000),
  cell('script', 'access', 10, 1_000),
  cell('script', 'access', 100, 1_000),
  cell('script', 'access', 100, 1_000, true),
  cell('script', 'access', 100, 10_000),
  cell('script', 'access', 1_000, 1_000),
  cell('script', 'access', 1_000, 10_000),
  cell('script', 'tor', 10, 1_000),
  cell('script with an engine', 'hosting', 1, 100),
  cell('script with an engine', 'vpn', 1, 100),
  cell('script with an engine', 'hosting', 100, 1_000),
  cell('script with an engine', 'access', 100, 1_000),
  cell('script with an engine', 'access', 1_000, 10_000),
  cell('recorded visits', 'access', 1, 1_000),
  cell('recorded visits', 'access', 100, 1_000),
  cell('farm in one page', 'access', 1, 100),
  cell('farm of pages', 'access', 10, 100),
  cell('farm of pages', 'access', 100, 1_000),
  cell('stealth browsers', 'access', 10, 100),
  cell('stealth browsers', 'access', 100, 1_000),
]
