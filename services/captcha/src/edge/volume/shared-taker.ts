import type { Limit } from '@bollard/http'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import type { Gossip } from './gossip.ts'

/** Between two exchanges of what is urgent, see `followVolume`. */
export const urgentMs = 500
/** What one process took the others have heard after so long. */
const heardAfterMs = 2 * urgentMs
/** A process that takes and hears of no other for so long takes alone. */
const aloneAfterMs = 3_000
const sitesMax = 20_000
const shared = { tellFrom: 1, limit: sitesMax, atOnce: 2_000 } as const
const wholeSite = 0

interface Pace {
  /** When all that was taken, here and elsewhere, will be worked off. */
  doneAt: number
  /** Begin of the running turn, what was taken in it, and what may be. */
  turnAt: number
  taken: number
  share: number
  /** Since when there has been something to take, and when another process was last heard to have taken. */
  since: number
  heardAt: number
}

/**
 * At most `limit` for each site within `seconds`, over all processes: the generic cell rate algorithm of `createTaker`, in which what other
 * processes have taken counts as soon as it is heard. Until then a process takes no more than its part of what is free: what all take too
 * much between two exchanges is about one for each, and is worked off like the rest. `now` is in milliseconds since 1970.
 */
export function createSharedTaker({ limit, seconds }: Limit, gossip: Gossip): (siteId: number, now: number) => boolean {
  const windowMs = seconds * 1_000
  const costMs = windowMs / limit
  const paces = new BoundedMap<number, Pace>(sitesMax)
  const told = gossip.counts('logged', {
    ...shared,
    onHeard({ siteId, n }, now) {
      const pace = paceOf(siteId, now)
      // What was taken before this process knew of it is worked off for the most part.
      const most = pace.heardAt === Number.NEGATIVE_INFINITY ? windowMs : 2 * windowMs
      pace.doneAt = Math.min(Math.max(pace.doneAt, now) + n * costMs, now + most)
      pace.heardAt = now
    },
  })

  function paceOf(siteId: number, now: number): Pace {
    const never = Number.NEGATIVE_INFINITY
    const pace = paces.get(siteId) ?? { doneAt: 0, turnAt: never, taken: 0, share: 0, since: now, heardAt: never }
    paces.set(siteId, pace)
    // Further ahead than any load reaches: the clock was set back, and nobody may have to wait for it to catch up.
    if (pace.doneAt > now + 2 * windowMs) pace.doneAt = now
    return pace
  }

  function beginTurn(pace: Pace, now: number, free: number): void {
    if (now - pace.turnAt > windowMs || now < pace.turnAt) pace.since = now
    pace.turnAt = now
    pace.taken = 0
    const isAlone = gossip.processes === 1 || now - Math.max(pace.since, pace.heardAt) > aloneAfterMs
    pace.share = isAlone ? limit : Math.max(1, Math.ceil(free / gossip.processes))
  }

  return (siteId, now) => {
    const pace = paceOf(siteId, now)
    const before = Math.max(pace.doneAt, now)
    if (now - pace.turnAt >= heardAfterMs || now < pace.turnAt) beginTurn(pace, now, (now + windowMs - before) / costMs)
    // Half a millisecond forgives the rounding of the division above.
    if (before + costMs - now > windowMs + 0.5 || pace.taken >= pace.share) return false
    pace.doneAt = before + costMs
    pace.taken += 1
    told.add(siteId, wholeSite, 1, now)
    return true
  }
}
