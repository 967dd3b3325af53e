import type { LiveEvent } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import type { FilterMatch } from '../log/matches-filter.ts'
import { listFetchedSince, listFinishedSince } from '../log/read-verifications.ts'
import { toVerification } from '../store/stored-verification.ts'

/** A row can become visible a little after the time it carries; that far back is looked again. */
const overlapMs = 5_000
/** Nobody reads more lines than this a second. */
const mostPerPoll = 50
/** So many of the newest are looked at for a reader with a filter, who may find few among them. */
const mostLookedAt = 500

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
  /** Which verifications are told; null for all. What is fetched is told of all. */
  readonly matches: FilterMatch | null
}

/**
 * Tells listeners what happens on a site, over all processes: while somebody listens it asks the
 * database a little more than once a second, otherwise not at all.
 */
export function createSiteFeed(options: {
  db: Database
  now: () => number
  /** How long before its end a verification can have been issued. */
  longestMs: number
  groupOf: (code: string) => string
  nameOfNetwork: (asn: number) => string | null
  /** Between two looks for news; 700 by default. */
  pollMs?: number | undefined
  onError: (error: unknown) => void
}): SiteFeed {
  const listeners = new Set<{ stop: () => void }>()
  return {
    subscribe(site, since, listener) {
      const poll = startPolling(options, site, since, listener)
      listeners.add(poll)
      return () => {
        poll.stop()
        listeners.delete(poll)
      }
    },
    close() {
      for (const poll of listeners) poll.stop()
      listeners.clear()
    },
  }
}

type FeedOptions = Parameters<typeof createSiteFeed>[0]

function startPolling(
  options: FeedOptions,
  site: FeedSite,
  since: number,
  listener: (items: readonly FeedItem[]) => void,
): { stop: () => void } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let seenUntil = since
  // Keys found by the last two polls, so that the overlap tells nothing twice.
  let lastKeys = new Set<string>()
  let keysBefore = new Set<string>()

  async function poll(): Promise<void> {
    const startedAt = options.now()
    try {
      const items = await readNews(options, site, Math.max(since, seenUntil - overlapMs))
      const fresh = items.filter(({ key }) => !lastKeys.has(key) && !keysBefore.has(key))
      keysBefore = lastKeys
      lastKeys = new Set(items.map(({ key }) => key))
      seenUntil = startedAt
      if (!stopped && fresh.length > 0) listener(fresh.toSorted((a, b) => a.at - b.at))
    } catch (error) {
      options.onError(error)
    }
    if (!stopped) timer = setTimeout(() => void poll(), options.pollMs ?? 700)
  }
  void poll()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

async function readNews(
  { db, longestMs, groupOf, nameOfNetwork }: FeedOptions,
  site: FeedSite,
  since: number,
): Promise<(FeedItem & { key: string })[]> {
  const after = new Date(since)
  const [finished, fetched] = await Promise.all([
    listFinishedSince(db, {
      siteId: site.id,
      issuedAfter: new Date(since - longestMs),
      finishedAfter: after,
      limit: site.matches === null ? mostPerPoll : mostLookedAt,
    }),
    listFetchedSince(db, { siteId: site.id, fetchedAfter: after, limit: mostPerPoll }),
  ])
  const verifications = finished.map((row) => ({
    row,
    verification: toVerification(row, { solutionId: site.solutionId, groupOf, nameOfNetwork }),
  }))
  const told = verifications.filter(({ verification }) => site.matches?.(verification) ?? true).slice(0, mostPerPoll)
  return [
    ...told.map(({ row, verification }) => ({
      key: `v ${row.id}`,
      at: row.finished_at.getTime(),
      event: { kind: 'verification', verification } satisfies LiveEvent,
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
