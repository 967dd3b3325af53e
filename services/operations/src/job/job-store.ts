import { type JobName, jobNames } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** One run of a job. */
export interface Run {
  readonly startedAt: Date
  readonly endedAt: Date
  /** Null where it worked. */
  readonly error: string | null
}

interface Interval {
  readonly name: JobName
  readonly everyMs: number
}

/** Makes the row of a job, before its first run. */
export async function registerJob(db: Queries, { name, everyMs }: Interval): Promise<void> {
  await db.query('operations-job-register', registerSql, [name, secondsOf(everyMs)])
}

/** Folds runs, the oldest first, into the row of their job. What another process told of a later run stays the last one. */
export async function tellRuns(db: Queries, { name, everyMs }: Interval, runs: readonly Run[]): Promise<void> {
  const last = runs.at(-1)
  if (last === undefined) return
  const lastGood = runs.findLastIndex(({ error }) => error === null)
  const durations = runs.map(durationOf)
  await db.query('operations-job-tell', tellSql, [
    name,
    secondsOf(everyMs),
    last.startedAt,
    last.endedAt,
    durationOf(last),
    last.error,
    runs.length - 1 - lastGood,
    lastGood >= 0,
    runs.length,
    durations,
  ])
}

/** Takes the runs that were asked for of these jobs. Each is taken by one process, and again by another where that one was killed. */
export async function takeRequests(
  db: Queries,
  names: readonly JobName[],
  now: Date,
  leaseMs: number,
): Promise<{ name: JobName; askedAt: Date }[]> {
  const until = new Date(now.getTime() + leaseMs)
  const rows = await db.query('operations-job-take', takeSql, [names, now, until])
  return rows.flatMap(({ name, askedAt }) => {
    const known = jobNames.find((one) => one === name)
    return known === undefined || askedAt === null ? [] : [{ name: known, askedAt }]
  })
}

/** What was asked for at this moment is done. */
export async function clearRequest(db: Queries, name: JobName, askedAt: Date): Promise<void> {
  await db.query('operations-job-clear', clearSql, [name, askedAt])
}

const secondsOf = (ms: number) => Math.max(1, Math.round(ms / 1000))
const durationOf = ({ startedAt, endedAt }: Run) => Math.max(0, endedAt.getTime() - startedAt.getTime())

const registerSql = `insert into operations.jobs (name, every_seconds) values ($1, $2)
  on conflict (name) do update set every_seconds = excluded.every_seconds`

const tellSql = `insert into operations.jobs as j
    (name, every_seconds, last_started_at, last_ended_at, last_duration_ms, error, failures, runs, durations_ms)
  values ($1, $2, $3, $4, $5, $6, $7, $9, $10::integer[])
  on conflict (name) do update set every_seconds = excluded.every_seconds, runs = j.runs + excluded.runs,
    durations_ms = (j.durations_ms || excluded.durations_ms)[greatest(1, cardinality(j.durations_ms) + cardinality(excluded.durations_ms) - 99):],
    failures = case when j.last_started_at > excluded.last_started_at then j.failures
      when $8 then excluded.failures else j.failures + excluded.failures end,
    error = case when j.last_started_at > excluded.last_started_at then j.error else excluded.error end,
    last_ended_at = case when j.last_started_at > excluded.last_started_at then j.last_ended_at else excluded.last_ended_at end,
    last_duration_ms = case when j.last_started_at > excluded.last_started_at then j.last_duration_ms else excluded.last_duration_ms end,
    last_started_at = greatest(j.last_started_at, excluded.last_started_at)`

const takeSql = `update operations.jobs set taken_until = $3
  where name = any ($1::text[]) and asked_at is not null and (taken_until is null or taken_until < $2)
  returning name, asked_at as "askedAt"`

const clearSql = `update operations.jobs set asked_at = null, asked_by = null, taken_until = null where name = $1 and asked_at = $2`
