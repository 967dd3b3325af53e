import type { Database } from '@bollard/database'
import type { SiteCache } from '../edge/sites/site-cache.ts'
import { chunkLog } from '../records/log/chunk-log.ts'
import { findLongestRetention } from '../records/log/retention-days.ts'
import { keepPartitions } from '../records/store/keep-partitions.ts'
import type { Worker } from '../records/work/work-loop.ts'

/** Work that no request waits for. */
export interface Background {
  /** Makes what the first request needs, such as today's tables, and begins with the rest. */
  start(): Promise<void>
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

const hourMs = 3_600_000
const minuteMs = 60_000

interface BackgroundOptions {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How long the log is kept at most, in days, whatever owners and plans say. */
  readonly retentionDays: number
  readonly partitionDaysAhead: number
  /** How long before its end a verification can have been issued. */
  readonly longestMs: number
  readonly sites: SiteCache
  readonly workers: readonly Worker[]
  /** Done about once an hour, one after the other. */
  readonly hourly: readonly (() => Promise<unknown>)[]
  readonly onError: (error: unknown) => void
}

/** Starts, repeats and ends all that goes on behind the requests of one process. */
export function createBackground(options: BackgroundOptions): Background {
  const { db, now, onError, sites, workers } = options
  let keptDays = options.retentionDays
  /** A backup or a long query held the table: nobody waits for it, it is tried again each minute. */
  let partitions: 'done' | 'later' = 'done'
  let stopping = false
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<unknown>>()

  /** Again and again, never twice at a time; what fails is told and tried again with the next turn. */
  function repeat(everyMs: number, work: () => Promise<unknown>): void {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy || stopping) return
      isBusy = true
      const turn = work()
        .catch(onError)
        .finally(() => {
          isBusy = false
          running.delete(turn)
        })
      running.add(turn)
    }, everyMs)
    timer.unref()
    timers.push(timer)
  }
  async function keep(): Promise<void> {
    keptDays = await findLongestRetention(db, options.retentionDays)
    partitions = await keepPartitions(db, now(), { daysAhead: options.partitionDaysAhead, retentionDays: keptDays })
  }
  async function hourly(): Promise<void> {
    for (const work of [keep, ...options.hourly]) if (!stopping) await work()
  }
  return {
    async start() {
      await keep()
      sites.follow()
      for (const worker of workers) await worker.start()
      repeat(hourMs, hourly)
      repeat(minuteMs, async () => (partitions === 'later' ? keep() : undefined))
      repeat(minuteMs, () =>
        chunkLog(db, { now: now(), longestMs: options.longestMs, retentionDays: keptDays, shouldStop: () => stopping }),
      )
    },
    async stop() {
      stopping = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
      for (const worker of workers) await worker.stop()
    },
  }
}
