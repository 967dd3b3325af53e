import { type Job, jobNames } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import type { OperationsContext } from '../operations-context.ts'

/** Every job that a process of this installation does, in the order of `jobNames`. */
export async function listJobs({ db }: Pick<OperationsContext, 'db'>): Promise<{ items: Job[] }> {
  const rows = await db.query('operations-jobs', jobsSql, [jobNames])
  return { items: rows.map(describeJob).filter((job) => job !== null) }
}

/** Null where no process does this job. */
export async function findJob(db: Queries, name: string): Promise<Job | null> {
  const [row] = await db.query('operations-jobs', jobsSql, [[name]])
  return row === undefined ? null : describeJob(row)
}

function describeJob({ lastStartedAt, lastEndedAt, askedAt, ...row }: RowOf<'operations-jobs'>): Job | null {
  const name = jobNames.find((one) => one === row.name)
  return name === undefined
    ? null
    : {
        ...row,
        name,
        lastStartedAt: lastStartedAt?.toISOString() ?? null,
        lastEndedAt: lastEndedAt?.toISOString() ?? null,
        askedAt: askedAt?.toISOString() ?? null,
      }
}

const jobsSql = `select name, every_seconds as "everySeconds", last_started_at as "lastStartedAt", last_ended_at as "lastEndedAt",
    last_duration_ms as "lastDurationMs", error, failures as "failuresInARow", runs::integer as runs, asked_at as "askedAt",
    (select percentile_disc(0.95) within group (order by one) from unnest(durations_ms) one) as "p95DurationMs"
  from operations.jobs where name = any ($1::text[]) order by array_position($1::text[], name)`
