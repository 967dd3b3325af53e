import type { JobName } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { describeError } from './describe-error.ts'
import { clearRequest, registerJob, type Run, takeRequests, tellRuns } from './job-store.ts'

/** What is to be done again and again. */
export interface RepeatedJob {
  readonly name: JobName
  /** Between the end of one run and the start of the next one. */
  readonly everyMs: number
  readonly run: () => Promise<unknown>
}

export interface JobRunner {
  /** Does a job every so often in this process, never twice at once, until stopped. A failure is reported, and the next turn retries. */
  repeat(job: RepeatedJob): void
  /** Makes the rows of the jobs, so that operators can ask for a run before the first one. */
  register(): Promise<void>
  /** Registers the jobs and begins to look for runs that operators asked for, every three seconds. */
  start(): Promise<void>
  /** Takes up runs that were asked for, and tells the database of runs that it does not know yet. `start` does so by itself. */
  look(): Promise<void>
  /** Begins nothing more, waits for what is running, and tells of it. */
  stop(): Promise<void>
}

interface Known extends RepeatedJob {
  running: Promise<void> | null
  timer: NodeJS.Timeout | undefined
  /** Since the database was last told. */
  untold: Run[]
  /** Whether the last run that the database knows of failed. */
  failing: boolean
}

const betweenLooksMs = 3_000
/** Runs without news are told together. */
const tellAfterMs = 30_000
/** A process that is killed during a run that was asked for leaves it to another one after this. */
const leaseMs = 15 * 60_000

/** Any number of processes may do the same jobs; a run that was asked for is taken by one of them. */
export function createJobRunner({
  db,
  now,
  onError,
}: {
  readonly db: Database
  readonly now: () => Date
  readonly onError: (error: unknown, what: string) => void
}): JobRunner {
  const jobs = new Map<JobName, Known>()
  let looking: Promise<void> | null = null
  let clock: NodeJS.Timeout | undefined
  let stopped = false

  async function runOnce(job: Known): Promise<void> {
    const startedAt = now()
    let error: string | null = null
    try {
      await job.run()
    } catch (cause) {
      onError(cause, job.name)
      error = describeError(cause)
    }
    job.untold.push({ startedAt, endedAt: now(), error })
    if (error !== null || job.failing) await tell(job)
  }
  /** Waits for a run that is on its way, then runs. */
  async function runNow(job: Known): Promise<void> {
    while (job.running !== null) await job.running
    await (job.running = runOnce(job).finally(() => (job.running = null)))
  }
  async function tell(job: Known): Promise<void> {
    const runs = job.untold
    if (runs.length === 0) return
    job.untold = []
    try {
      await tellRuns(db, job, runs)
      job.failing = runs.at(-1)?.error !== null
    } catch (error) {
      // Counted with the next ones; the jobs themselves matter more.
      job.untold = [...runs, ...job.untold].slice(-100)
      onError(error, 'Recording runs of jobs')
    }
  }
  function plan(job: Known): void {
    if (stopped) return
    job.timer = setTimeout(() => {
      void (job.running ?? runNow(job)).finally(() => plan(job))
    }, job.everyMs)
  }
  async function lookOnce(): Promise<void> {
    const requests = await takeRequests(db, [...jobs.keys()], now(), leaseMs)
    for (const { name, askedAt } of requests) {
      const job = jobs.get(name)
      if (job === undefined) continue
      await runNow(job)
      await tell(job)
      await clearRequest(db, name, askedAt)
    }
    for (const job of jobs.values()) {
      const [oldest] = job.untold
      if (oldest && now().getTime() - oldest.startedAt.getTime() >= tellAfterMs) await tell(job)
    }
  }
  async function register(): Promise<void> {
    for (const job of jobs.values()) await registerJob(db, job)
  }
  function look(): Promise<void> {
    return (looking ??= lookOnce().finally(() => (looking = null)))
  }
  return {
    repeat(job) {
      const known: Known = { ...job, running: null, timer: undefined, untold: [], failing: true }
      jobs.set(job.name, known)
      plan(known)
    },
    register,
    async start() {
      await register()
      const next = () => {
        if (stopped) return
        clock = setTimeout(() => {
          void look()
            .catch((error: unknown) => onError(error, 'Looking for runs of jobs'))
            .finally(next)
        }, betweenLooksMs)
      }
      next()
    },
    look,
    async stop() {
      stopped = true
      clearTimeout(clock)
      for (const job of jobs.values()) clearTimeout(job.timer)
      await looking?.catch(() => {})
      await Promise.all([...jobs.values()].map((job) => job.running))
      for (const job of jobs.values()) await tell(job)
    },
  }
}
