import type { Database } from '@bollard/database'
import type { SiteCache } from '../edge/sites/site-cache.ts'
import type { Archive } from '../records/archive/create-archive.ts'
import { chunkLog } from '../records/log/chunk-log.ts'
import { findLongestRetention } from '../records/log/retention-days.ts'
import { keepPartitions } from '../records/store/keep-partitions.ts'
import type { Worker } from '../records/work/work-loop.ts'

/** Jobs that no request waits for. */
export interface Background {
  /** Creates what the first request needs, such as today's partitions, and starts the jobs. */
  start(): Promise<void>
  /** Resolves when all jobs have stopped. */
  stop(): Promise<void>
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** Does a job every so often until `stop`, never twice at a time, and reports what fails. */
export type RepeatJob = (job: {
  readonly name: 'captcha.sweep' | 'captcha.chunk-log' | 'captcha.archive'
  readonly everyMs: number
  readonly run: () => Promise<unknown>
}) => void

interface BackgroundOptions {
  readonly db: Database
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How long the log is kept at most, in days, whatever owners and plans say. */
  readonly retentionDays: number
  readonly partitionDaysAhead: number
  /** How long before its end a verification can have been issued. */
  readonly verificationMsMax: number
  readonly sites: SiteCache
  /** Whether this process sees to the tables of the log, and to its zone map. */
  readonly keepsLog: boolean
  /** Null where there is none. */
  readonly archive: Archive | null
  readonly workers: readonly Worker[]
  /** Done about once an hour, one after the other. */
  readonly hourly: readonly (() => Promise<unknown>)[]
  readonly onError: (error: unknown) => void
  /** Who does the jobs that operators watch; this process by itself when left out. */
  readonly repeatJob?: RepeatJob | undefined
}

/** Starts, repeats and stops the jobs of one process. */
export function createBackground(options: BackgroundOptions): Background {
  const { db, now, onError, sites, keepsLog, archive, workers } = options
  let keptDays = options.retentionDays
  /** `later`: a backup or a long query locks the table. It is retried each minute. */
  let partitions: 'done' | 'later' = 'done'
  let stopping = false
  const timers: NodeJS.Timeout[] = []
  const running = new Set<Promise<unknown>>()

  /** Never runs twice at a time. Errors are reported, and the next turn retries. */
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
  const repeatJob: RepeatJob = options.repeatJob ?? (({ everyMs, run }) => repeat(everyMs, run))
  async function keep(): Promise<void> {
    keptDays = await findLongestRetention(db, options.retentionDays)
    partitions = await keepPartitions(db, now(), {
      daysAhead: options.partitionDaysAhead,
      retentionDays: keptDays,
      mayDrop: archive === null ? undefined : (day) => archive.mayDrop(day),
    })
  }
  async function hourly(): Promise<void> {
    for (const work of [...(keepsLog ? [keep] : []), ...options.hourly]) if (!stopping) await work()
  }
  return {
    async start() {
      if (keepsLog) await keep()
      sites.follow()
      for (const worker of workers) await worker.start()
      if (!keepsLog) return repeat(hourMs, hourly)
      repeatJob({ name: 'captcha.sweep', everyMs: hourMs, run: hourly })
      repeat(minuteMs, async () => (partitions === 'later' ? keep() : undefined))
      const run = () =>
        chunkLog(db, {
          now: now(),
          verificationMsMax: options.verificationMsMax,
          retentionDays: keptDays,
          shouldStop: () => stopping,
        })
      repeatJob({ name: 'captcha.chunk-log', everyMs: minuteMs, run })
      if (archive !== null) repeatJob({ name: 'captcha.archive', everyMs: hourMs, run: () => archive.keep() })
    },
    async stop() {
      stopping = true
      archive?.stop()
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
      for (const worker of workers) await worker.stop()
    },
  }
}
