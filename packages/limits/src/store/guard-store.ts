import { type Charge, type LimitStore, type Outcome, uncounted } from './charge.ts'
import type { MemoryStore } from './memory-store.ts'

/** A store that always answers, and says how. */
export interface GuardedStore extends LimitStore {
  readonly take: (charges: readonly Charge[], now: number, lease: string) => Promise<readonly Outcome[]>
  /** Never rejects. */
  readonly giveBack: (...asked: Parameters<LimitStore['giveBack']>) => Promise<void>
  /** Never rejects. */
  readonly stand: (...asked: Parameters<LimitStore['stand']>) => Promise<void>
  /** Never rejects: what the store does not take, this process keeps. */
  readonly keep: (...asked: Parameters<LimitStore['keep']>) => Promise<void>
  /** Never rejects. */
  readonly takeOut: (...asked: Parameters<LimitStore['takeOut']>) => Promise<string | null>
  /** Whether the store is asked at `now`, or known to be away. */
  readonly isAway: (now: number) => boolean
}

export interface Guard {
  /** Counts for limits whose policy is `LOCAL`. */
  readonly local: MemoryStore
  /** How long one answer is waited for. */
  readonly timeoutMs?: number
  /** So many failures in a row mean that the store is away. */
  readonly failuresMax?: number
  /** How long a store that is away is left alone at first; twice as long after each try that it does not answer, up to a minute. */
  readonly restMs?: number
  /** Hears why the store failed, at most once a minute. Sites are told that a limit failed open, the operator why. */
  readonly onFailure?: (error: unknown) => void
}

const restMsMax = 60_000
const tellMs = 60_000
const noop = (): void => {}

/**
 * Lets a request wait `timeoutMs` (default 100) for a store at most, and no request wait for one that is known to be
 * away: one request tries it now and then, soon again where the answer was only late. What counts meanwhile is each limit's
 * own policy. A count that arrived too late was counted all the same.
 */
export function guardStore(
  store: LimitStore,
  { local, timeoutMs = 100, failuresMax = 5, restMs = 1_000, onFailure }: Guard,
): GuardedStore {
  let failures = 0
  let toldAt: number | null = null
  let rest = restMs
  let awayUntil: number | null = null
  let tries = false

  /** A clock that was set back is no reason to leave the store alone for longer. */
  const isAway = (now: number) => awayUntil !== null && now < awayUntil && now > awayUntil - restMsMax

  function failed(now: number, error: unknown): void {
    failures++
    if (toldAt === null || Math.abs(now - toldAt) >= tellMs) {
      toldAt = now
      onFailure?.(error)
    }
    if (awayUntil === null && failures < failuresMax) return
    // Of many that were under way when the store went, one is enough to know.
    if (isAway(now)) return
    awayUntil = now + rest
    rest = Math.min(restMsMax, rest * 2)
  }

  function worked(): void {
    failures = 0
    rest = restMs
    awayUntil = null
  }

  async function ask(charges: readonly Charge[], now: number, lease: string): Promise<readonly Outcome[] | null> {
    if (isAway(now) || (awayUntil !== null && tries)) return null
    const isTry = awayUntil !== null
    if (isTry) tries = true
    const asked = (async () => store.take(charges, now, lease))()
    try {
      const outcomes = await inTime(() => asked, timeoutMs)
      worked()
      return outcomes
    } catch (error) {
      failed(now, error)
      if (isTry) asked.then(() => answeredLate(now), noop)
      return null
    } finally {
      if (isTry) tries = false
    }
  }

  /**
   * The first answer after a rest comes from a connection that is new, on a busy machine too late. A longer rest would only find a new one
   * again, so the next try comes soon.
   */
  function answeredLate(triedAt: number): void {
    if (awayUntil === null) return
    rest = restMs
    awayUntil = Math.min(awayUntil, triedAt + restMs)
  }

  /** What the store never hears of expires by itself. Answers null where it is away. */
  async function tell<T>(work: () => T | Promise<T>, now: number): Promise<T | null> {
    if (isAway(now)) return null
    return inTime(work, timeoutMs).catch((error: unknown) => {
      failed(now, error)
      return null
    })
  }

  return {
    isAway,
    async take(charges, now, lease) {
      if (charges.length === 0) return []
      return (await ask(charges, now, lease)) ?? withoutStore(charges, local, now, lease, rest)
    },
    async giveBack(charges, takenAt, lease, now, where = 'STORE') {
      if (charges.length === 0) return
      if (where === 'LOCAL') return local.giveBack(charges, takenAt, lease, now)
      await tell(() => store.giveBack(charges, takenAt, lease, now), now)
    },
    async stand(key, move, now, where = 'STORE') {
      if (where === 'LOCAL') return local.stand(key, move, now)
      await tell(() => store.stand(key, move, now), now)
    },
    async keep(key, note, until, now, where = 'STORE') {
      const isKept = where === 'STORE' && (await tell(async () => (await store.keep(key, note, until, now), true), now))
      if (isKept !== true) local.keep(key, note, until, now)
    },
    takeOut: async (key, now) => local.takeOut(key, now) ?? tell(() => store.takeOut(key, now), now),
  }
}

function withoutStore(
  charges: readonly Charge[],
  local: MemoryStore,
  now: number,
  lease: string,
  waitMs: number,
): readonly Outcome[] {
  const counted = charges.filter(({ outage }) => outage === 'LOCAL')
  const outcomes = local.take(counted, now, lease)
  return charges.map((charge) => {
    if (charge.outage !== 'LOCAL') return uncounted(charge, charge.outage, { now, waitMs })
    const outcome = outcomes[counted.indexOf(charge)] ?? uncounted(charge, 'FULL', { now, waitMs })
    return outcome.source === 'STORE' ? { ...outcome, source: 'LOCAL' } : outcome
  })
}

async function inTime<T>(work: () => T | Promise<T>, timeoutMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the store did not answer in time')), timeoutMs)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
