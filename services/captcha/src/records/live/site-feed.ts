import type { LiveEvent } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { FilterMatch } from '../log/matches-filter.ts'
import { listFetchedSince, listFinishedSince } from '../log/read-verifications.ts'
import { toVerification } from '../store/stored-verification.ts'

/** A row can become visible a little after the time it carries; that far back is looked again. */
const overlapMs = 5_000
/** Nobody reads more lines than this a second. */
const perPollMax = 50
/** So many of the newest are looked at for a reader with a filter, who may find few among them. */
const lookedAtMax = 500

export interface FeedItem {
  /** Milliseconds; a listener that comes back with the last one it saw misses nothing newer. */
  readonly at: number
  readonly event: LiveEvent
}

export interface SiteFeed {
  /** Calls `listener` with what is new until the returned function is called. */
  subscribe(site: FeedSite, since: number, listener: (items: readonly FeedItem[]) => void): () => void
  /** Stops every poll. */
  close(): void
}

export interface FeedSite {
  readonly id: number
  readonly solutionId: string
  /** Which verifications are sent; null for all. Fetched results are sent for all of them. */
  readonly matches: FilterMatch | null
}

/**
 * Tells listeners what happens on a site, over all processes: while somebody listens it asks the
 * database a little more than once a second for each site, however many listen, otherwise not at all.
 */
export function createSiteFeed(options: {
  db: Database
  now: () => number
  /** How long before its end a verification can have been issued. */
  verificationMsMax: number
  groupOf: (code: string) => string
  nameOfNetwork: (asn: number) => string | null
  /** Between two looks for news; 700 by default. */
  pollMs?: number | undefined
  onError: (error: unknown) => void
}): SiteFeed {
  const polls = new Map<number, SitePoll>()
  return {
    subscribe(site, since, tell) {
      const poll = polls.get(site.id) ?? startPolling(options, site)
      polls.set(site.id, poll)
      const listener = createListener(site, since, tell)
      poll.add(listener)
      return () => {
        poll.remove(listener)
        if (poll.isIdle() && polls.get(site.id) === poll) polls.delete(site.id)
      }
    },
    close() {
      for (const poll of polls.values()) poll.stop()
      polls.clear()
    },
  }
}

type FeedOptions = Parameters<typeof createSiteFeed>[0]

interface Listener {
  readonly hasFilter: boolean
  /** From when on it still has to be told something. */
  readonly from: () => number
  /** Tells what is new to it of everything since `from`, read at a time. */
  readonly hear: (news: readonly News[], readAt: number) => void
}

function createListener({ matches }: FeedSite, since: number, tell: (items: readonly FeedItem[]) => void): Listener {
  let seenUntil = since
  // Keys found by the last two polls, so that the overlap tells nothing twice.
  let lastKeys = new Set<string>()
  let keysBefore = new Set<string>()
  const from = (): number => Math.max(since, seenUntil - overlapMs)
  return {
    hasFilter: matches !== null,
    from,
    hear(news, readAt) {
      const after = from()
      // Others may have asked for what is older.
      const found = newestOf(
        news.filter(
          ({ at, event }) => at > after && (event.kind !== 'verification' || matches?.(event.verification) !== false),
        ),
      )
      const fresh = found.filter(({ key }) => !lastKeys.has(key) && !keysBefore.has(key))
      keysBefore = lastKeys
      lastKeys = new Set(found.map(({ key }) => key))
      seenUntil = readAt
      if (fresh.length > 0) tell(fresh.toSorted((a, b) => a.at - b.at))
    },
  }
}

/** Of each kind as many as anybody reads. */
function newestOf(news: readonly News[]): News[] {
  return [...Map.groupBy(news, ({ event }) => event.kind).values()].flatMap((ofKind) => ofKind.slice(0, perPollMax))
}

interface SitePoll {
  add(listener: Listener): void
  remove(listener: Listener): void
  isIdle(): boolean
  stop(): void
}

/** Reads for all listeners of a site at once, and at once where one has joined. */
function startPolling(options: FeedOptions, site: FeedSite): SitePoll {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let isReading = false
  let stopped = false

  async function poll(): Promise<void> {
    isReading = true
    // A reader who joins during this poll is served by the next one, which begins at once.
    const asking = [...listeners]
    try {
      const readAt = options.now()
      const news = await readNews(options, site, {
        since: Math.min(...asking.map((listener) => listener.from())),
        // Somebody with a filter may find few among the newest.
        limit: asking.some(({ hasFilter }) => hasFilter) ? lookedAtMax : perPollMax,
      })
      if (!stopped) for (const listener of asking) if (listeners.has(listener)) listener.hear(news, readAt)
    } catch (error) {
      options.onError(error)
    }
    isReading = false
    const hasJoined = [...listeners].some((listener) => !asking.includes(listener))
    schedule(hasJoined ? 0 : (options.pollMs ?? 700))
  }
  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!stopped && listeners.size > 0) timer = setTimeout(() => void poll(), ms)
  }
  return {
    add(listener) {
      listeners.add(listener)
      if (!isReading) schedule(0)
    },
    remove(listener) {
      listeners.delete(listener)
      if (listeners.size === 0) clearTimeout(timer)
    },
    isIdle: () => listeners.size === 0,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

type News = FeedItem & { readonly key: string }

async function readNews(
  { db, verificationMsMax, groupOf, nameOfNetwork }: FeedOptions,
  site: FeedSite,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<News[]> {
  const after = new Date(since)
  const [finished, fetched] = await Promise.all([
    listFinishedSince(db, {
      siteId: site.id,
      issuedAfter: new Date(since - verificationMsMax),
      finishedAfter: after,
      limit,
    }),
    listFetchedSince(db, { siteId: site.id, fetchedAfter: after, limit: perPollMax }),
  ])
  return [
    ...finished.map((row) => ({
      key: `v ${row.id}`,
      at: row.finished_at.getTime(),
      event: {
        kind: 'verification',
        verification: toVerification(row, { solutionId: site.solutionId, groupOf, nameOfNetwork }),
      } satisfies LiveEvent,
    })),
    ...fetched.map((row) => ({
      key: `f ${row.verification_id}`,
      at: row.fetched_at.getTime(),
      event: {
        kind: 'fetched',
        verificationId: row.verification_id,
        at: row.fetched_at.toISOString(),
      } satisfies LiveEvent,
    })),
  ]
}
