import { parseNetwork } from '@bollard/addresses'
import { compileNetworks } from '@bollard/visitor-rules'
import shipped from '../../data/published-ranges.json' with { type: 'json' }
import { rangeSources } from './range-sources.ts'

/** A list as it was published. */
export interface PublishedRanges {
  /** Of `rangeSources`. */
  readonly id: string
  /** Where it was read, for people who look at it. */
  readonly source: string
  /** The day on which it was so, YYYY-MM-DD. */
  readonly date: string
  readonly networks: readonly string[]
}

/** Whether an address lies in a list: null where the list says nothing any more, or there is none. */
export type RangeLookup = (id: string, address: string, now: Date) => boolean | null

/** A list that is older says nothing: addresses change hands. */
export const rangeDaysMax = 90

/** No list is nearly as long; more is a file of another kind. */
const networksMax = 100_000
/** Larger networks belong to no crawler; a slip in a file must not make half of the internet one. */
const prefixMin = { 4: 10, 6: 24 }

/** Why a file is no list. `at` is the JSON pointer or the line, from 1. */
export class RangesFault extends Error {
  readonly code:
    | 'UNKNOWN_LIST'
    | 'NOT_JSON'
    | 'NO_PREFIXES'
    | 'NOT_A_NETWORK'
    | 'NETWORK_TOO_LARGE'
    | 'TOO_MANY_NETWORKS'
    | 'NO_DATE'
  readonly at: string

  constructor(code: RangesFault['code'], at: string) {
    super(`${code} at ${at || '/'}`)
    this.code = code
    this.at = at
  }
}

/** The lists that come with the product. `data/README.md` says where they are from. */
export const shippedRanges: readonly PublishedRanges[] = shipped

/**
 * Reads a list as its operator publishes it.
 *
 * @param id which list it is (`rangeSources`)
 * @param text the file
 * @param fetchedOn the day on which it was fetched, YYYY-MM-DD. A file that says itself when it was made counts from then
 * @throws RangesFault
 */
export function readRanges(id: string, text: string, fetchedOn: string): PublishedRanges {
  const source = rangeSources.find((candidate) => candidate.id === id)
  if (source === undefined) throw new RangesFault('UNKNOWN_LIST', id)
  const read = source.form === 'LINES' ? { networks: readLines(text), date: null } : readPrefixes(text)
  if (read.networks.length > networksMax) throw new RangesFault('TOO_MANY_NETWORKS', '')
  const date = read.date !== null && read.date < fetchedOn ? read.date : fetchedOn
  if (!/^\d{4}-\d\d-\d\d$/u.test(date) || Number.isNaN(Date.parse(date))) throw new RangesFault('NO_DATE', '')
  return { id, source: source.url, date, networks: read.networks }
}

/** Puts lists together for looking addresses up; of two with the same id the newer one counts. */
export function compileRanges(lists: readonly PublishedRanges[]): RangeLookup {
  const newest = new Map<string, PublishedRanges>()
  for (const list of lists) if (list.date >= (newest.get(list.id)?.date ?? '')) newest.set(list.id, list)
  const compiled = new Map(
    [...newest.values()].map((list) => [list.id, { date: list.date, holds: compileNetworks(list.networks) }]),
  )
  return (id, address, now) => {
    const list = compiled.get(id)
    return list === undefined || !isFresh(list.date, now) ? null : list.holds(address)
  }
}

/** Whether a list of this day still counts; one of the future, but for a time zone, has a wrong date and does not. */
export function isFresh(date: string, now: Date): boolean {
  const days = (now.getTime() - Date.parse(date)) / 86_400_000
  return days >= -1 && days <= rangeDaysMax
}

function readLines(text: string): string[] {
  const networks: string[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .entries()) {
    const [written = ''] = line.split(/[\s,;#]/u, 1)
    if (written !== '') networks.push(networkAt(written, `line ${index + 1}`))
  }
  if (networks.length === 0) throw new RangesFault('NO_PREFIXES', '')
  return networks
}

function readPrefixes(text: string): { networks: string[]; date: string | null } {
  const file = parseJson(text)
  const prefixes = field(file, 'prefixes')
  if (!Array.isArray(prefixes) || prefixes.length === 0) throw new RangesFault('NO_PREFIXES', '/prefixes')
  const networks = prefixes.map((prefix: unknown, index) => {
    const written = field(prefix, 'ipv4Prefix') ?? field(prefix, 'ipv6Prefix') ?? field(prefix, 'ip_prefix')
    return networkAt(typeof written === 'string' ? written : '', `/prefixes/${index}`)
  })
  const created = field(file, 'creationTime')
  return { networks, date: typeof created === 'string' ? created.slice(0, 10) : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RangesFault('NOT_JSON', '')
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function networkAt(written: string, at: string): string {
  const network = parseNetwork(written)
  if (network === null) throw new RangesFault('NOT_A_NETWORK', at)
  if (network.prefix < prefixMin[network.family]) throw new RangesFault('NETWORK_TOO_LARGE', at)
  return written
}
