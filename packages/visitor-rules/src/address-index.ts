import { parseAddress, parsed, parseNetwork, range, readNetwork } from '@bollard/addresses'
import { addBits, type Bits, keepBits, noBits } from './bits.ts'

/** Which of many lists of networks an address is in. */
export interface AddressIndex {
  /** Sets of lists, one behind the other, as many words each as bits for all lists take. */
  readonly sets: Uint32Array
  /** Where in `sets` the lists begin that hold the address; those of what is no address are none. */
  find(address: string): number
  /** Of a network: the lists that hold all of it, and those that hold some of it. Null for what is no network. */
  findNetwork(network: string): { readonly all: Bits; readonly some: Bits } | null
}

/**
 * Cuts the space of addresses where any network begins or ends; between two cuts the lists are the same, so that an address costs
 * one binary search, however many networks there are. Equal sets are kept once.
 */
export function indexNetworks(
  lists: readonly { readonly bit: number; readonly networks: readonly string[] }[],
  size: number,
): AddressIndex {
  const most = lists.reduce((sum, { networks }) => sum + networks.length, 0)
  const [edges4, edges6] = [newEdges(most, 1), newEdges(most, 4)]
  for (const { bit, networks } of lists) {
    for (const network of networks) if (readNetwork(network)) addEdges(range.family === 4 ? edges4 : edges6, bit)
  }
  const pool = createPool(edges4.count + edges6.count + 1, noBits(size).length)
  const none = pool.placeOf(noBits(size))
  const [four, six] = [cut(edges4, size, pool), cut(edges6, size, pool)]
  const sets = pool.words()
  const setAt = (place: number): Bits => sets.subarray(place, place + noBits(size).length)
  return {
    sets,
    find(address) {
      if (!parseAddress(address)) return none
      const table = parsed.family === 4 ? four : six
      return table.places[lastNotAbove(table, parsed.words)] ?? none
    },
    findNetwork(text) {
      const network = parseNetwork(text)
      if (network === null) return null
      const table = network.family === 4 ? four : six
      const from = lastNotAbove(table, network.first)
      const all = setAt(table.places[from] ?? none).slice()
      const some = all.slice()
      for (let segment = from + 1; segment <= lastNotAbove(table, network.last); segment++) {
        const here = setAt(table.places[segment] ?? none)
        keepBits(all, here)
        addBits(some, here)
      }
      return { all, some }
    },
  }
}

/** Segments of one family in order. */
interface Table {
  /** Words of an address: 1 for IPv4, 4 for IPv6. */
  readonly width: number
  /** First addresses of the segments, `width` words each; the first segment begins at 0. */
  readonly starts: Uint32Array
  /** Where in the pool the set of a segment begins. */
  readonly places: Uint32Array
}

/** Where networks begin and where the address behind them is, in columns: there can be a hundred thousand. */
interface Edges {
  readonly width: number
  readonly words: Uint32Array
  /** Position of the list + 1, negative where a network has ended. */
  readonly owners: Int32Array
  count: number
}

function newEdges(networks: number, width: number): Edges {
  return { width, words: new Uint32Array(networks * 2 * width), owners: new Int32Array(networks * 2), count: 0 }
}

/** Adds the network in `range`. */
function addEdges(edges: Edges, bit: number): void {
  const { words, owners, width } = edges
  for (let index = 0; index < width; index++) words[edges.count * width + index] = range.first[index] ?? 0
  owners[edges.count++] = bit + 1
  for (let index = 0; index < width; index++) words[edges.count * width + index] = range.last[index] ?? 0
  // Behind the last address of all nothing ends.
  if (increment(words, edges.count * width, width)) owners[edges.count++] = -bit - 1
}

function cut(edges: Edges, size: number, pool: Pool): Table {
  const { width, words, owners, count } = edges
  const order = sortEdges(edges)
  const starts = new Uint32Array((count + 1) * width)
  const places = new Uint32Array(count + 1)
  const open = new Int32Array(size)
  const current = noBits(size)
  places[0] = pool.placeOf(current)
  let segments = 1
  for (let position = 0; position < count; position++) {
    const edge = order[position] ?? 0
    const owner = owners[edge] ?? 0
    const bit = Math.abs(owner) - 1
    const depth = (open[bit] ?? 0) + Math.sign(owner)
    open[bit] = depth
    if (depth === (owner > 0 ? 1 : 0)) current[bit >>> 5] = (current[bit >>> 5] ?? 0) ^ (1 << (bit & 31))
    const next = order[position + 1]
    if (next !== undefined && compare(words, edge * width, words, next * width, width) === 0) continue
    const place = pool.placeOf(current)
    if (place === places[segments - 1]) continue
    for (let index = 0; index < width; index++) starts[segments * width + index] = words[edge * width + index] ?? 0
    places[segments] = place
    segments++
  }
  return { width, starts: starts.slice(0, segments * width), places: places.slice(0, segments) }
}

/** Positions of the edges in order of their addresses. */
function sortEdges({ width, words, count }: Edges): Uint32Array {
  if (width > 1)
    return Uint32Array.from({ length: count }, (_, index) => index).sort((one, other) =>
      compare(words, one * width, words, other * width, width),
    )
  // Address and position in one number of 53 bits: without a function to compare them, sorting is ten times as fast.
  const shift = 2 ** 21
  if (count > shift) throw new RangeError('too many networks')
  const keys = Float64Array.from({ length: count }, (_, index) => (words[index] ?? 0) * shift + index).sort()
  return Uint32Array.from(keys, (key) => key % shift)
}

/** Adds one to an address; false when there is none behind it. */
function increment(words: Uint32Array, at: number, width: number): boolean {
  for (let index = at + width - 1; index >= at; index--) {
    words[index] = (words[index] ?? 0) + 1
    if (words[index] !== 0) return true
  }
  return false
}

/** Sets of bits one behind the other, each once. */
interface Pool {
  /** Where the set begins; it is added if it is new. */
  placeOf(bits: Bits): number
  words(): Uint32Array
}

/** @param most sets at most; @param width words of a set */
function createPool(most: number, width: number): Pool {
  const words = new Uint32Array(most * width)
  // A hash table with at least half of it free: 0, or the number of the set + 1.
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(most * 2 + 1)))
  let count = 0
  return {
    words: () => words.slice(0, count * width),
    placeOf(bits) {
      // FNV-1a over words; its low bits are the good ones.
      let hash = 0x811c9dc5
      for (let word = 0; word < width; word++) {
        const bitsHere = bits[word] ?? 0
        hash = Math.imul(hash ^ (bitsHere ^ (bitsHere >>> 15)), 0x01000193)
      }
      for (let slot = (hash ^ (hash >>> 15)) & (table.length - 1); ; slot = (slot + 1) & (table.length - 1)) {
        const known = table[slot] ?? 0
        if (known === 0) {
          table[slot] = ++count
          for (let word = 0; word < width; word++) words[(count - 1) * width + word] = bits[word] ?? 0
          return (count - 1) * width
        }
        if (compare(words, (known - 1) * width, bits, 0, width) === 0) return (known - 1) * width
      }
    },
  }
}

/** Position of the last segment that begins at or before an address. */
function lastNotAbove({ starts, width, places }: Table, address: Uint32Array): number {
  let low = 0
  let high = places.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (compare(starts, middle * width, address, 0, width) <= 0) low = middle
    else high = middle
  }
  return low
}

function compare(one: Uint32Array, from: number, other: Uint32Array, otherFrom: number, width: number): number {
  for (let index = 0; index < width; index++) {
    const difference = (one[from + index] ?? 0) - (other[otherFrom + index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
