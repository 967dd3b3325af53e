import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Crawler } from '../catalogue/crawler.ts'
import type { RangeLookup } from './published-ranges.ts'
import type { NameVerdict, ReverseNames } from './reverse-names.ts'

/**
 * `VERIFIED`: proven to be what it says. `CLAIMED`: nobody can tell, since its operator offers no proof. `SPOOFED`: a proof is
 * against it. `UNKNOWN`: there is a proof, but nobody could be asked or the list is too old.
 */
export type CrawlerVerdict = 'VERIFIED' | 'CLAIMED' | 'SPOOFED' | 'UNKNOWN'

export type ProofKind = 'SIGNATURE' | 'RANGES' | 'NAMES'

/** Who a program says it is, and what speaks for it. */
export interface Identified {
  readonly crawler: Crawler
  readonly verdict: CrawlerVerdict
  /** What decided; null where nothing did. */
  readonly by: ProofKind | null
}

export interface CrawlerVisit {
  readonly userAgent: string
  /** As declared proxies tell it. */
  readonly address: string
  /** The agent whose signature on this request holds (`verifyWebBotAuth`), or null. */
  readonly signedBy?: string | null
}

export interface IdentifyOptions {
  readonly catalogue: Catalogue
  readonly ranges: RangeLookup
  readonly names: ReverseNames
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Null for visitors who don't say that they are a program. At once where nobody has to be asked. Never rejects. */
export type Identify = (visit: CrawlerVisit) => Identified | null | Promise<Identified>

/** Makes the function that tells who a visitor says it is, and whether that is true. */
export function createIdentify({ catalogue, ranges, names, now }: IdentifyOptions): Identify {
  return (visit) => {
    const signer = visit.signedBy ? catalogue.signedBy(visit.signedBy) : null
    if (signer !== null) return { crawler: signer, verdict: 'VERIFIED', by: 'SIGNATURE' }
    const crawler = catalogue.named(visit.userAgent)
    if (crawler === null) return null
    const { proof } = crawler
    const lists = (proof.ranges ?? []).map((id) => ranges(id, visit.address, new Date(now())))
    if (lists.includes(true)) return { crawler, verdict: 'VERIFIED', by: 'RANGES' }
    if (proof.names === undefined) return withoutNames(crawler, lists)
    const named = names.check(visit.address, { names: proof.names, sharedNames: proof.sharedNames ?? [] })
    return typeof named === 'string' ? withNames(crawler, named) : named.then((verdict) => withNames(crawler, verdict))
  }
}

/** @param lists whether each of its lists holds the address, null where it is too old or missing; none does */
function withoutNames(crawler: Crawler, lists: readonly (boolean | null)[]): Identified {
  if (lists.length === 0) return { crawler, verdict: 'CLAIMED', by: null }
  return lists.includes(null)
    ? { crawler, verdict: 'UNKNOWN', by: null }
    : { crawler, verdict: 'SPOOFED', by: 'RANGES' }
}

/** Who offers names says that each of its addresses has one: lists that are old or don't know it change nothing. */
function withNames(crawler: Crawler, named: NameVerdict): Identified {
  if (named === 'UNKNOWN') return { crawler, verdict: 'UNKNOWN', by: null }
  return { crawler, verdict: named === 'CONFIRMED' ? 'VERIFIED' : 'SPOOFED', by: 'NAMES' }
}
