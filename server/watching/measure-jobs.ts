import { Counter, Gauge, type Registry } from 'prom-client'

/** Remembers of every job of this process when it last succeeded. */
export interface JobRecord {
  /** A job that is due `everyMs` after the end of its last run. Answers its work, with the record kept of it. */
  follow(name: string, everyMs: number, work: () => Promise<unknown>): () => Promise<void>
}

/** `now` is in milliseconds since 1970. */
export function measureJobs(registry: Registry, now: () => number = Date.now): JobRecord {
  const registers = [registry]
  const labelNames = ['job'] as const
  const jobs = new Map<string, { readonly everyMs: number; succeededAt: number }>()
  const failures = new Counter({
    name: 'bollard_job_failures_total',
    help: 'Runs of a job that failed',
    labelNames,
    registers,
  })
  const success = new Gauge({
    name: 'bollard_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded in this process, or else when the process started',
    labelNames,
    registers,
    collect: () => {
      for (const [job, { succeededAt }] of jobs) success.set({ job }, succeededAt / 1_000)
    },
  })
  const late = new Gauge({
    name: 'bollard_job_late_seconds',
    help: 'How long a job should have succeeded again by now',
    labelNames,
    registers,
    collect: () => {
      for (const [job, { everyMs, succeededAt }] of jobs)
        late.set({ job }, Math.max(0, now() - succeededAt - everyMs) / 1_000)
    },
  })
  return {
    follow(job, everyMs, work) {
      const kept = { everyMs, succeededAt: now() }
      jobs.set(job, kept)
      failures.inc({ job }, 0)
      return async () => {
        try {
          await work()
          kept.succeededAt = now()
        } catch (error) {
          failures.inc({ job })
          throw error
        }
      }
    },
  }
}
