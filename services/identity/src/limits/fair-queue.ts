import { ProblemError } from '@bollard/http'

/**
 * What a caller has shown before a password is hashed for them. KNOWN: a browser that has signed in to this account, its
 * session, or a link from its mailbox. PROVEN: a captcha that was passed. Each lane has places and turns of its own.
 */
export type Lane = 'KNOWN' | 'PROVEN' | 'UNKNOWN'

export interface Visit {
  readonly lane: Lane
  /** With whom the visitor shares turns, widest first: the account of a KNOWN one, otherwise `networksOf`. */
  readonly path: readonly string[]
}

/** Runs one hash when its turn comes; one after the other, never two at once. Throws `unavailable` when the place was taken away. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export interface FairQueue {
  /** Whether so many are here that a stranger has to pass a captcha before a hash is spent on them. */
  isCrowded(): boolean
  /**
   * Holds a place while `use` runs; taken before the first pause, so that visits at the same moment see each other. In a lane that
   * is full the network with the most places gives one up, which may be the one that has just come: `unavailable`.
   */
  hold<T>(visit: Visit, use: (inTurn: InTurn) => Promise<T>): Promise<T>
}

/** Places of a lane per hash at a time: at 150 ms a hash its last one is served within about 2.5 seconds of its lane's turns. */
const placesPerHash = 16
const crowdedPerHash = 4
/** A stranger's lane is served least, and yet always: the order in which lanes that wait take turns. */
const lanesInTurn: readonly Lane[] = ['KNOWN', 'PROVEN', 'KNOWN', 'PROVEN', 'UNKNOWN']
/** Networks whose last turn is remembered; older ones count as new. */
const rememberedMax = 4000

interface Place extends Visit {
  readonly arrived: number
  start: (() => void) | null
  refuse: ((error: ProblemError) => void) | null
  isShed: boolean
  isRunning: boolean
}

/**
 * Shares a few hashes at a time among everybody who needs one: lanes take turns, networks within a lane take turns from the
 * widest to the narrowest, and within one network the first comes first. A flood from one network so delays anybody else by one
 * hash, however long it is. Networks are kept in memory only.
 */
export function createFairQueue({ atOnce }: { atOnce: number }): FairQueue {
  const lanes: Record<Lane, Set<Place>> = { KNOWN: new Set(), PROVEN: new Set(), UNKNOWN: new Set() }
  const served = new Map<string, number>()
  let [arrivals, starts, running, nextLane] = [0, 0, 0, 0]

  function startWaiting(): void {
    while (running < atOnce) {
      const place = takeNext()
      if (place === undefined) return
      running += 1
      place.isRunning = true
      place.start?.()
    }
  }

  function takeNext(): Place | undefined {
    for (let step = 0; step < lanesInTurn.length; step += 1) {
      const at = (nextLane + step) % lanesInTurn.length
      const waiting = [...lanes[lanesInTurn[at] ?? 'UNKNOWN']].filter(({ start, isRunning }) => start && !isRunning)
      if (waiting.length === 0) continue
      nextLane = at + 1
      const place = longestUnserved(waiting)
      if (place === undefined) return undefined
      starts += 1
      for (const key of keysOf(place)) {
        served.delete(key)
        served.set(key, starts)
      }
      for (const key of served.keys()) {
        if (served.size <= rememberedMax) break
        served.delete(key)
      }
      return place
    }
    return undefined
  }

  /** Of the network whose last turn is longest ago, narrower and narrower; then the first that came. */
  function longestUnserved(waiting: readonly Place[], level = 0): Place | undefined {
    const [first] = waiting
    if (first === undefined || level >= first.path.length) return first
    const groups = [...Map.groupBy(waiting, (place) => keysOf(place)[level] ?? '')]
    const [oldest] = groups.toSorted(([a], [b]) => (served.get(a) ?? 0) - (served.get(b) ?? 0))
    return longestUnserved(oldest?.[1] ?? [], level + 1)
  }

  /**
   * Of the network with the most places, narrower and narrower, the newest one. Among equals it is the network that was served last,
   * so that one which comes for the first time gets in beside many that come again and again.
   */
  function mostShed(places: readonly Place[], level = 0): Place | undefined {
    const newest = places.at(-1)
    if (newest === undefined || level >= newest.path.length) return newest
    const groups = [...Map.groupBy(places, (place) => keysOf(place)[level] ?? '')]
    const [largest] = groups.toSorted(
      ([keyA, a], [keyB, b]) =>
        b.length - a.length ||
        (served.get(keyB) ?? 0) - (served.get(keyA) ?? 0) ||
        (b.at(-1)?.arrived ?? 0) - (a.at(-1)?.arrived ?? 0),
    )
    return mostShed(largest?.[1] ?? [], level + 1)
  }

  function shedOne(lane: ReadonlySet<Place>): void {
    const place = mostShed([...lane].filter(({ isShed, isRunning }) => !isShed && !isRunning))
    if (place === undefined) return
    place.isShed = true
    place.refuse?.(tooMany())
  }

  async function inTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
    if (place.isShed) throw tooMany()
    const turn = new Promise<void>((start, refuse) => Object.assign(place, { start, refuse }))
    startWaiting()
    try {
      await turn
    } catch (error) {
      place.start = null
      throw error
    }
    try {
      return await work()
    } finally {
      Object.assign(place, { start: null, refuse: null, isRunning: false })
      running -= 1
      startWaiting()
    }
  }

  return {
    isCrowded: () => lanes.KNOWN.size + lanes.PROVEN.size + lanes.UNKNOWN.size >= atOnce * crowdedPerHash,
    async hold(visit, use) {
      const lane = lanes[visit.lane]
      const place: Place = { ...visit, arrived: arrivals, start: null, refuse: null, isShed: false, isRunning: false }
      arrivals += 1
      lane.add(place)
      if ([...lane].filter(({ isShed }) => !isShed).length > atOnce * placesPerHash) shedOne(lane)
      try {
        if (place.isShed) throw tooMany()
        return await use((work) => inTurn(place, work))
      } finally {
        lane.delete(place)
      }
    },
  }
}

/** One for each network that a place belongs to, widest first. */
const keysOf = ({ lane, path }: Visit): string[] =>
  path.map((_, level) => `${lane} ${path.slice(0, level + 1).join(' ')}`)

const tooMany = (): ProblemError =>
  new ProblemError('unavailable', 'Too many sign-ins at the moment.', { retryAfterSeconds: 10 })
