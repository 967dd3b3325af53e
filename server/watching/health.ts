import type { Health } from '@bollard/contracts'
import { hotCalls } from './alert-rules.ts'
import { allowedOf, bucketSeconds, burnWindows, hotRoutes, objectives } from './objectives.ts'
import { readSignal, type Selector } from './signals.ts'
import type { Watcher } from './watcher.ts'

export type { Health } from '@bollard/contracts'

const minuteMs = 60_000
const hours = 6

const bucketOf = (le: string): Selector => ({
  metric: 'bollard_http_request_duration_seconds_bucket',
  where: { route: hotRoutes, le: le.replaceAll('.', String.raw`\.`) },
})
const buckets = bucketSeconds.map((seconds) => ({ seconds, of: bucketOf(String(seconds)) }))
const failedCalls: Selector = { metric: hotCalls.metric, where: { route: hotRoutes, status: '5..' } }
const started: Selector = { metric: 'bollard_verifications_started_total' }

/** Counters that the figures need besides those of the rules. */
export const healthCounters: readonly Selector[] = [hotCalls, failedCalls, started, ...buckets.map(({ of }) => of)]

/** What the watcher has seen, as the admin site shows it. */
export function readHealth({ history, firing }: Watcher): Health {
  const value = (metric: string, where: Record<string, string> = {}, across: 'max' | 'sum' = 'max') =>
    history.value({ metric, where }, across)
  return {
    at: history.at === 0 ? null : textOf(history.at),
    history: minutesOf(history),
    processes: history.labelsOf('bollard_process_up', 'part').map((part) => ({
      process: part,
      up: value('bollard_process_up', { part }) === 1,
      restarts: value('bollard_process_restarts_total', { part }) ?? 0,
      memoryBytes: value('process_resident_memory_bytes', { process: part }),
      eventLoopLagMs: inMs(value('nodejs_eventloop_lag_p99_seconds', { process: part })),
    })),
    queues: [
      { queue: 'roll-ups', lateSeconds: value('bollard_rollup_late_seconds') },
      { queue: 'mails', lateSeconds: value('bollard_mail_oldest_pending_seconds') },
      { queue: 'deliveries', lateSeconds: value('bollard_delivery_late_seconds') },
      { queue: 'jobs', lateSeconds: value('bollard_job_late_seconds') },
    ],
    objectives: objectives.map(({ name, objective, windowDays, good, all }) => ({
      objective: name,
      target: objective,
      windowDays,
      burns: burnWindows.map(({ name: window, longSeconds: seconds, factor: limit }) => ({
        window,
        rate: readSignal(
          { kind: 'burn', objective: name, good, all, allowed: allowedOf({ objective }), seconds },
          history,
        ),
        limit,
      })),
    })),
    firing: firing().map(({ rule: { name, severity, summary, runbook }, since }) => ({
      rule: name,
      severity,
      summary,
      runbook,
      since: textOf(since),
    })),
    solutionLocks: value('bollard_solution_locks', {}, 'sum'),
    invoicesOverdue: value('bollard_invoices_overdue'),
    signUpsLastDay: value('bollard_sign_ups_last_day'),
    databases: databasesOf(history),
    databaseBytes: sumOf(databasesOf(history).map(({ bytes }) => bytes)),
    databaseLockWaits: value('bollard_database_lock_waits'),
    diskFreeBytes: value('bollard_disk_free_bytes'),
    auditChainsBroken: value('bollard_audit_chains_broken'),
  }
}

/** By cell. That one does not answer is told by the supervisor; how large it is, by whoever asks it, and several processes may. */
function databasesOf(history: Watcher['history']): Health['databases'] {
  const cells = [
    ...history.labelsOf('bollard_database_up', 'cell'),
    ...history.labelsOf('bollard_database_size_bytes', 'cell'),
  ]
  return [...new Set(cells)]
    .map(Number)
    .toSorted((one, other) => one - other)
    .map((cell) => {
      const value = (metric: string) => history.value({ metric, where: { cell: String(cell) } }, 'max')
      return {
        cell,
        up: value('bollard_database_up') !== 0,
        bytes: value('bollard_database_size_bytes'),
        connections: value('bollard_database_connections'),
        connectionsMax: value('bollard_database_connections_max'),
        lockWaits: value('bollard_database_lock_waits'),
      }
    })
}

/** Of what is known; null where nothing is. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

function minutesOf(history: Watcher['history']): Health['history'] {
  const first = history.momentsBetween(history.at - hours * 60 * minuteMs, history.at)[0]
  if (first === undefined) return []
  const minutes = Math.min(hours * 60, Math.floor((history.at - first) / minuteMs))
  return Array.from({ length: minutes }, (_, index) => {
    const to = history.at - (minutes - 1 - index) * minuteMs
    const grew = (of: Selector): number => history.growth(of, to - minuteMs, to)
    const calls = grew(hotCalls)
    const atMost = buckets.map(({ seconds, of }) => ({ seconds, calls: grew(of) }))
    return {
      at: textOf(to),
      verificationsPerMinute: grew(started),
      errorShare: calls === 0 ? null : grew(failedCalls) / calls,
      p50Ms: inMs(quantileOf(0.5, atMost, calls)),
      p95Ms: inMs(quantileOf(0.95, atMost, calls)),
      p99Ms: inMs(quantileOf(0.99, atMost, calls)),
    }
  })
}

/** Between the ends of the bucket in which it lies; the end of the last bucket for what is slower than that. Null without calls. */
export function quantileOf(
  share: number,
  atMost: readonly { readonly seconds: number; readonly calls: number }[],
  calls: number,
): number | null {
  if (calls === 0) return null
  const wanted = share * calls
  const index = atMost.findIndex((bucket) => bucket.calls >= wanted)
  const bucket = atMost[index]
  if (bucket === undefined) return atMost.at(-1)?.seconds ?? null
  const below = atMost[index - 1] ?? { seconds: 0, calls: 0 }
  return below.seconds + ((bucket.seconds - below.seconds) * (wanted - below.calls)) / (bucket.calls - below.calls)
}

const inMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 1_000_000) / 1_000
const textOf = (at: number): string => new Date(at).toISOString()
