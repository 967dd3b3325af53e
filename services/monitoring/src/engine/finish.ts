import type { Database, Queries } from '@bollard/database'
import { type CheckResult, nextDue, wantsRetry } from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import { applyHappenings, type Happening } from './apply.ts'
import type { Leased } from './lease.ts'

/** A check that is done. With `isOffline` the prober itself had no line, and says nothing of the service. */
export interface Finished {
  readonly leased: Leased
  readonly result: CheckResult
  readonly isOffline: boolean
}

type FinishContext = Pick<MonitoringContext, 'newId' | 'now'> & { readonly db: Database }

/** What begins to fail is looked at again this soon, in milliseconds. */
const retryMs = 15_000

/**
 * Stores results, and in the same transaction the states that follow from them and when each check is due next. What came after its
 * lease had ended, or for a service that was changed meanwhile, is dropped: somebody else checks that anew. Answers which counted.
 */
export async function finishChecks(context: FinishContext, finished: readonly Finished[]): Promise<boolean[]> {
  const now = context.now().getTime()
  return context.db.transaction(async (tx) => {
    const held = await lockHeld(tx, finished)
    const counted = finished.filter(({ leased }) => held.has(keyOf(leased)))
    const machines = await applyHappenings(
      context,
      tx,
      counted.map((one) => happeningOf(one, now)),
    )
    const rows = counted.map(({ leased, result, isOffline }) => {
      const intervalMs = leased.intervalSeconds * 1_000
      const machine = machines.get(leased.serviceId)
      const regular = nextDue(keyOf(leased), intervalMs, now)
      const isRetried = machine !== undefined && wantsRetry(machine, leased.place)
      const dueAt = isRetried ? Math.min(regular, now + Math.min(intervalMs, retryMs)) : regular
      return rowOf(leased, isOffline ? { ...result, verdict: 'UNKNOWN', fault: 'prober-offline' } : result, dueAt)
    })
    await storeResults(tx, rows)
    return finished.map(({ leased }) => held.has(keyOf(leased)))
  })
}

function happeningOf({ leased: { serviceId, place }, result, isOffline }: Finished, now: number): Happening {
  if (isOffline) return { serviceId, event: { kind: 'OFFLINE', now, place } }
  const { at, verdict, phases } = result
  return { serviceId, event: { kind: 'RESULT', now, place, at, verdict, totalMs: phases.totalMs }, result }
}

/** The schedules that are still in this worker's hand, in the order in which everybody locks them. */
async function lockHeld(tx: Queries, finished: readonly Finished[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query('monitoring-schedules-lock', heldSql, [
    finished.map(({ leased }) => leased.serviceId),
    finished.map(({ leased }) => leased.place),
    finished.map(({ leased }) => leased.lease),
  ])
  return new Set(rows.map(keyOf))
}

/** Stores single results, what each place found last, and when it is due next; roll-ups hear of their hours. */
export async function storeResults(tx: Queries, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  if (rows.length === 0) return
  const newest = new Map(
    rows.toSorted((one, other) => one.at.localeCompare(other.at)).map((row) => [keyOf(row), row.last]),
  )
  const stored = rows.map((row) => ({ ...row, last: newest.get(keyOf(row)) }))
  await tx.query('monitoring-results-store', storeSql, [JSON.stringify(stored)])
}

function keyOf({ serviceId, place }: { readonly serviceId: string; readonly place: string }): string {
  return `${serviceId} ${place}`
}

/** A result as it is stored. A probe keeps its own times: its checks are due at no time here. */
export function rowOf(
  { serviceId, place }: Pick<Leased, 'serviceId' | 'place'>,
  { at, verdict, phases, fault, facts }: CheckResult,
  dueAt: number | null,
) {
  const whole = (ms: number | null): number | null => (ms === null ? null : Math.round(ms))
  const last = {
    at: new Date(at).toISOString(),
    verdict,
    totalMs: Math.round(phases.totalMs),
    dnsMs: whole(phases.dnsMs),
    connectMs: whole(phases.connectMs),
    tlsMs: whole(phases.tlsMs),
    firstByteMs: whole(phases.firstByteMs),
    fault,
    statusCode: facts.statusCode ?? null,
  }
  return { serviceId, place, dueAt: dueAt === null ? null : new Date(dueAt).toISOString(), last, ...last }
}

const heldSql = `select c.service_id as "serviceId", c.place from monitoring.schedules c
  join unnest($1::uuid[], $2::text[], $3::uuid[]) as mine (service_id, place, lease) on c.service_id = mine.service_id and c.place = mine.place
    and c.lease = mine.lease
  order by c.service_id, c.place for update of c`
const storeSql = `with told as (select * from jsonb_to_recordset($1::jsonb) as n ("serviceId" uuid, place text, "dueAt" timestamptz, last jsonb, at timestamptz,
      verdict text, "totalMs" int, "dnsMs" int, "connectMs" int, "tlsMs" int, "firstByteMs" int, fault text, "statusCode" int)),
    done as (update monitoring.schedules c set due_at = case when c.due_at is not null then n."dueAt" end, lease = null, leased_until = null, last = n.last
      from told n where c.service_id = n."serviceId" and c.place = n.place returning c.service_id, c.place, c.solution_id),
    kept as (insert into monitoring.results (service_id, solution_id, at, place, verdict, total_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, fault, status_code)
      select n."serviceId", d.solution_id, n.at, n.place, n.verdict, n."totalMs", n."dnsMs", n."connectMs", n."tlsMs", n."firstByteMs", n.fault, n."statusCode"
      from told n join done d on d.service_id = n."serviceId" and d.place = n.place on conflict (service_id, at, place) do nothing)
  insert into monitoring.pending_hours (service_id, hour) select distinct "serviceId", date_trunc('hour', at, 'UTC') from told
  on conflict (service_id, hour) do nothing`
