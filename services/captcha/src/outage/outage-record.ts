import type { Database } from '@bollard/database'
import { isDatabaseAway } from '@bollard/http'
import { beat, keepOutage, markStopped } from './outages.ts'

const beatMs = 3_000
/** Shorter pauses are a restart, which widgets get over by trying again. */
const gapMsMin = 15_000
/** Widgets try again for about as long, so nobody was turned away by less. */
const unavailableMsMin = 3_000
/** One call that works in the middle of many that do not ends nothing. */
const joinMs = 5_000
const keptMax = 100

export interface OutageRecord {
  /** Says for the first time that this process lives, finds out whether nobody did before, and goes on saying so. */
  start(): Promise<void>
  /** Says that this process ends in order. */
  stop(): Promise<void>
  /** A widget was answered `unavailable`, since the database was away; `at` in milliseconds since 1970. */
  noteUnavailable(at: number): void
  /** A widget could be served. Costs next to nothing while all is well. */
  noteAvailable(at: number): void
  /** Writes times in which this process could not serve widgets. They are kept and tried again while that fails. */
  flush(): Promise<void>
}

/**
 * Keeps the record of outages, which is what a failover is judged by: nobody but the service itself writes into it.
 *
 * A gap of more than 15 seconds in which no process at all gave a sign of life is an outage. It is found by whoever gives the
 * first sign after it, under a lock, so that of several processes one records it. Gaps are measured by the clock of the
 * database alone; and a process that has just given a sign by its own, steady clock knows that a jump of that clock is none.
 */
export function createOutageRecord(options: {
  db: Database
  /** Milliseconds since 1970. */
  now: () => number
  /** A UUID of this process, new with every start. */
  processId: string
  onError: (error: unknown) => void
  /** Milliseconds that only grow; default: those of this process. */
  elapsed?: () => number
}): OutageRecord {
  const { db, now, processId, onError, elapsed = () => performance.now() } = options
  const unwritten: Period[] = []
  let current: Period | null = null
  let lastBeatAt: number | null = null
  let failing = false
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | null = null
  let stopped = false

  async function beatOnce(): Promise<void> {
    const quietMs = lastBeatAt === null ? null : elapsed() - lastBeatAt
    await db.transaction((tx) =>
      beat(tx, {
        processId,
        gapMsMin,
        isAlive: quietMs !== null && quietMs <= gapMsMin,
        cause: failing ? 'DATABASE' : 'SERVICE_DOWN',
      }),
    )
    lastBeatAt = elapsed()
    failing = false
    if (current !== null) close(current, now())
    await record.flush()
  }
  async function tryBeat(): Promise<void> {
    try {
      beating = beatOnce()
      await beating
    } catch (error) {
      // Told once: while the database is away every sign of life fails of the same.
      if (!failing) onError(error)
      failing = true
    } finally {
      beating = null
    }
  }
  function schedule(): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void tryBeat().then(schedule), beatMs)
    timer.unref()
  }
  function put(period: Period): void {
    if (period.to - period.from < unavailableMsMin || period.to <= period.writtenTo) return
    if (unwritten.length >= keptMax) unwritten.shift()
    unwritten.push({ ...period })
    period.writtenTo = period.to
  }
  const record: OutageRecord = {
    async start() {
      await tryBeat()
      schedule()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await beating?.catch(() => undefined)
      await record.flush()
      await markStopped(db, processId)
    },
    noteUnavailable(at) {
      if (current?.isOpen) return
      if (current !== null && at >= current.to && at - current.to <= joinMs) {
        current.isOpen = true
        return
      }
      if (current !== null) put(current)
      current = { from: at, to: at, isOpen: true, writtenTo: Number.NEGATIVE_INFINITY }
    },
    noteAvailable(at) {
      if (current !== null) close(current, at)
    },
    async flush() {
      if (current !== null && !current.isOpen) put(current)
      while (unwritten[0] !== undefined) {
        const { from, to } = unwritten[0]
        await db.transaction((tx) =>
          keepOutage(tx, { cause: 'DATABASE', fromAgeMs: now() - from, toAgeMs: now() - to }),
        )
        unwritten.shift()
      }
    },
  }
  return record
}

/** A time in which widgets were turned away, in milliseconds since 1970. */
interface Period {
  readonly from: number
  to: number
  isOpen: boolean
  writtenTo: number
}

function close(period: Period, at: number): void {
  if (!period.isOpen) return
  period.isOpen = false
  period.to = Math.max(period.to, at)
}

/** A widget that could not be served because the database was away is what an outage is made of. */
export function noteOutages<Item, Result>(
  outages: OutageRecord,
  now: () => number,
  act: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  return (item) =>
    act(item).then(
      (result) => {
        outages.noteAvailable(now())
        return result
      },
      (error: unknown) => {
        if (isDatabaseAway(error)) outages.noteUnavailable(now())
        throw error
      },
    )
}
