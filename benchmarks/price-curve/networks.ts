import { readFileSync } from 'node:fs'
import type { NetworkKind } from '@bollard/network-data'
import { decode } from '../../packages/network-data/src/data-file.ts'
import { kinds, networkOf, overrideOf } from '../../packages/network-data/src/tables.ts'

/** One /24 of the real Internet. */
export interface Network {
  /** Three numbers and a dot: an address is this and a last number. */
  readonly prefix: string
  readonly kind: NetworkKind
  readonly asn: number
}

export interface Networks {
  /**
   * /24s that this run declares to be VPNs and Tor exits, by prefix: the data that comes with the product knows eight VPNs and no
   * exit, as those come with a refresh. They are networks of real hosting operators.
   */
  readonly declared: ReadonlyMap<string, NetworkKind>
  /**
   * So many different networks of a kind, drawn over as many operators as `operators` says. Of access networks those of the largest
   * operators are taken: a site's own visitors come from there, and proxies of private households are had there.
   */
  draw(kind: NetworkKind, count: number, operators: number): Network[]
  /** Access networks of the largest operators: where a site's visitors come from. */
  largest(operators: number, ofEach: number): Network[]
}

const largestMax = 20

/** Draws networks from the product's own data about addresses, so that kind and operator are what the service will see. */
export function readNetworks(random: () => number): Networks {
  const { starts4, values4, classes, asns } = decode(
    readFileSync(new URL('../../packages/network-data/data/networks.bin', import.meta.url)),
  )
  /** /24s by kind and operator: where they begin and how many follow each other. */
  const found = new Map<NetworkKind, Map<number, { first: number; count: number }[]>>()
  values4.forEach((value, segment) => {
    const network = networkOf(value)
    const kind = kinds[overrideOf(value) || (classes[network] ?? 0)]
    const [from = 0, end = 2 ** 32] = [starts4[segment], starts4[segment + 1]]
    if (kind === undefined || kind === 'unknown' || value === 0) return
    const first = Math.ceil(from / 256)
    const count = Math.floor(end / 256) - first
    if (count < 1) return
    const byOperator = found.get(kind) ?? new Map<number, { first: number; count: number }[]>()
    found.set(kind, byOperator)
    const asn = asns[network] ?? 0
    const runs = byOperator.get(asn) ?? []
    byOperator.set(asn, runs)
    runs.push({ first, count })
  })
  const drawOf = (kind: NetworkKind, asn: number, runs: readonly { first: number; count: number }[]): Network => {
    const run = runs[Math.floor(random() * runs.length)]
    if (run === undefined) throw new Error(`No network of kind ${kind}`)
    const start = run.first + Math.floor(random() * run.count)
    return { prefix: `${Math.floor(start / 65_536)}.${Math.floor(start / 256) % 256}.${start % 256}.`, kind, asn }
  }
  const sizeOf = (runs: readonly { count: number }[]) => runs.reduce((sum, { count }) => sum + count, 0)
  const bySize = (all: (readonly [number, { first: number; count: number }[]])[]) =>
    all.toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))
  const accessBySize = bySize([...(found.get('access') ?? [])])
  function drawFrom(kind: NetworkKind, count: number, operators: number): Network[] {
    const all = [...(found.get(kind) ?? [])].filter(([, runs]) => sizeOf(runs) >= 2 * Math.ceil(count / operators))
    const large = kind === 'access' ? bySize(all).slice(0, Math.max(operators, largestMax)) : all
    const chosen = shuffled(large, random).slice(0, operators)
    if (chosen.length === 0) throw new Error(`No operator has enough networks of kind ${kind}`)
    const drawn = new Map<string, Network>()
    for (let turn = 0; drawn.size < count; turn++) {
      const [asn, runs] = chosen[turn % chosen.length] ?? [0, []]
      const network = drawOf(kind, asn, runs)
      drawn.set(network.prefix, network)
      if (turn > count * 1_000) throw new Error(`Too few networks of kind ${kind}`)
    }
    return [...drawn.values()]
  }
  const pools = new Map<NetworkKind, Network[]>([
    ['vpn', drawFrom('hosting', 200, 10).map((network) => ({ ...network, kind: 'vpn' }))],
    ['tor', drawFrom('hosting', 100, 10).map((network) => ({ ...network, kind: 'tor' }))],
  ])
  return {
    declared: new Map([...pools.values()].flat().map(({ prefix, kind }) => [prefix, kind])),
    draw(kind, count, operators) {
      const pool = pools.get(kind)
      if (pool === undefined) return drawFrom(kind, count, operators)
      if (pool.length < count) throw new Error(`Too few networks of kind ${kind}`)
      return shuffled(pool, random).slice(0, count)
    },
    largest(operators, ofEach) {
      return accessBySize
        .slice(0, operators)
        .flatMap(([asn, runs]) => Array.from({ length: ofEach }, () => drawOf('access', asn, runs)))
    },
  }
}

/** An address of a network. */
export function addressIn({ prefix }: Network, random: () => number): string {
  return `${prefix}${1 + Math.floor(random() * 254)}`
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}
