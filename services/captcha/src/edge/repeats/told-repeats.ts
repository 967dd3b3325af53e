import type { Gossip } from '../volume/gossip.ts'
import { dayOf } from '../volume/history.ts'
import type { Marks } from '../volume/marks.ts'

/** What other processes know of pages that brought tokens. */
export interface PagesElsewhere {
  /** Tokens of the last hour. */
  count(siteId: number, page: number): number
  add(siteId: number, page: number): void
}

/** What other processes know of what visitors' hands left. */
export interface DigestsElsewhere {
  /** Whether another page than this one brought it within the last hour. */
  has(siteId: number, kind: number, digest: number, page: number): boolean
  add(siteId: number, kind: number, digest: number, page: number): void
}

/** A page is shared with other processes from its second token on: one token says nothing, and most pages bring no more. */
const pages = { tellFrom: 2, limit: 20_000, atOnce: 2_000, isOnlyForOthers: true } as const
/** Three for each visitor: a hundred visitors a second, beyond which some are not told. */
const digests = { tellFrom: 1, limit: 30_000, atOnce: 600, isOnlyForOthers: true } as const
/** Pages are shared under so many names, few enough to be added up over all processes. */
const pageNames = 2 ** 20
const processesMax = 64

/**
 * Pages and digests as processes tell each other of them, under names that are keyed by the secret of the service: of a digest or a
 * page only 48 bits of an HMAC leave the process, for at most an hour. Without another process nothing is named at all.
 */
export function createToldRepeats(
  gossip: Gossip,
  marks: Marks,
  now: () => number,
): { readonly pages: PagesElsewhere; readonly digests: DigestsElsewhere } {
  const pageCounts = gossip.counts('page', pages)
  const digestCounts = gossip.counts('digest', digests)
  const markOfPage = (siteId: number, page: number) => marks.ofText(`page ${siteId} ${page}`)
  // Another name each day, so that a digest cannot be followed.
  const markOfDigest = (siteId: number, kind: number, digest: number) =>
    marks.ofText(`digest ${dayOf(now())} ${siteId} ${kind} ${digest}`)
  return {
    pages: {
      count: (siteId, page) => (gossip.hasOthers ? pageCounts.heard(siteId, markOfPage(siteId, page), now()) : 0),
      add(siteId, page) {
        if (gossip.hasOthers) pageCounts.add(siteId, markOfPage(siteId, page), 1, now())
      },
    },
    digests: {
      has(siteId, kind, digest, page) {
        if (!gossip.hasOthers) return false
        const mark = markOfDigest(siteId, kind, digest)
        const told = digestCounts.heard(siteId, mark, now())
        if (told === 0) return false
        // Instead of a count, each process that saw the page shares its name once.
        const name = nameOf(page, mark)
        return page === 0 || told % name !== 0 || told / name > processesMax
      },
      add(siteId, kind, digest, page) {
        if (!gossip.hasOthers) return
        const mark = markOfDigest(siteId, kind, digest)
        if (digestCounts.count(siteId, mark, now()) === 0) digestCounts.add(siteId, mark, nameOf(page, mark), now())
      },
    },
  }
}

/** A keyed name of a page, between 2^19 and 2^20, so that the sum of some of them is hardly ever a multiple of another. */
function nameOf(page: number, mark: number): number {
  return pageNames / 2 + (((page ^ mark) >>> 0) % (pageNames / 2))
}
