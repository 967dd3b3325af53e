import type { Crawler } from '../catalogue/crawler.ts'
import type { Purpose } from '../purpose/purposes.ts'
import type { Identified } from '../proof/identify.ts'

export type CrawlerAction = 'ALLOW' | 'CHALLENGE' | 'DENY'

/** What a site wants of programs that say what they are. */
export interface CrawlerPolicy {
  readonly purposes: Readonly<Partial<Record<Purpose, CrawlerAction>>>
  /** By the name of a crawler or its token in robots.txt, in any case of letters; before `purposes`. */
  readonly names?: Readonly<Record<string, CrawlerAction>>
  /** Purposes whose programs are allowed on their word, where nobody can prove it. */
  readonly onTheirWord?: readonly Purpose[]
  /** What becomes of those who say that they are somebody else. */
  readonly spoofed?: CrawlerAction
}

/**
 * Search engines, readers, previews and monitors pass, also those that people sent; who trains on what others wrote is
 * refused. Feed readers and previews run on people's own machines and can prove nothing.
 */
export const usualPolicy: CrawlerPolicy = {
  purposes: {
    SEARCH: 'ALLOW',
    AI_TRAINING: 'DENY',
    AI_SEARCH: 'ALLOW',
    AI_USER: 'ALLOW',
    FEED_READER: 'ALLOW',
    PREVIEW: 'ALLOW',
    MONITOR: 'ALLOW',
    ARCHIVE: 'ALLOW',
  },
  onTheirWord: ['FEED_READER', 'PREVIEW'],
  spoofed: 'DENY',
}

/** What becomes of a request, as far as this is about crawlers. */
export interface CrawlerDecision {
  /** Null where nothing is decided: as for any visitor. */
  readonly action: CrawlerAction | null
  readonly because: 'VERIFIED' | 'ON_ITS_WORD' | 'UNPROVEN' | 'SPOOFED' | 'NO_RULE' | 'POLICY'
  /** Allowed against what other parts say of it, except for limits: only for those that are verified. */
  readonly pardons: boolean
  /**
   * What would be allowed could not be verified just now. An answer of 503 with `Retry-After` costs a true crawler nothing; a
   * page with a challenge would be taken for the content.
   */
  readonly isTemporary: boolean
}

/** The action of a policy for a crawler, verified or not; null where the policy says nothing. */
export function actionFor({ purposes, names = {} }: CrawlerPolicy, crawler: Crawler): CrawlerAction | null {
  const own = [crawler.name, crawler.token].map((name) => name?.toLowerCase())
  const named = Object.entries(names).find(([name]) => own.includes(name.toLowerCase()))
  return named?.[1] ?? purposes[crawler.purpose] ?? null
}

/** Decides about a program by what it says it is and whether that is true. A denial needs no proof; leave to pass does. */
export function decideCrawler(policy: CrawlerPolicy, { crawler, verdict }: Identified): CrawlerDecision {
  const undecided = { pardons: false, isTemporary: false } as const
  if (verdict === 'SPOOFED') return { ...undecided, action: policy.spoofed ?? 'CHALLENGE', because: 'SPOOFED' }
  const action = actionFor(policy, crawler)
  if (action === null) return { ...undecided, action, because: 'NO_RULE' }
  if (action !== 'ALLOW') return { ...undecided, action, because: 'POLICY' }
  if (verdict === 'VERIFIED') return { action, because: 'VERIFIED', pardons: true, isTemporary: false }
  if (verdict === 'CLAIMED' && isTakenAtItsWord(policy, crawler))
    return { ...undecided, action, because: 'ON_ITS_WORD' }
  return { pardons: false, isTemporary: verdict === 'UNKNOWN', action: null, because: 'UNPROVEN' }
}

/** Who names a crawler that can prove nothing, and allows it, knows that anyone can say that name. */
function isTakenAtItsWord({ names = {}, onTheirWord = [] }: CrawlerPolicy, crawler: Crawler): boolean {
  return onTheirWord.includes(crawler.purpose) || actionFor({ purposes: {}, names }, crawler) === 'ALLOW'
}
