import type { Database, Queries, RowOf } from '@bollard/database'
import type { CheckResult } from '@bollard/uptime'
import type { MonitoringContext } from '../monitoring-context.ts'
import { applyHappenings, type Happening } from './apply.ts'
import { rowOf, storeResults } from './finish.ts'

const atOnce = 200

/**
 * Applies what probes have delivered meanwhile, in the order in which it came: one process at a time, so that no result overtakes an older
 * one. Results of a service that was deleted, or that the place no longer checks, are dropped; those of former settings are kept as figures
 * and say nothing of the state. Answers how many were taken; a full batch has more behind it.
 */
export async function applyProbeResults(
  context: Pick<MonitoringContext, 'newId' | 'now'> & { readonly db: Database },
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const [turn] = await tx.query('monitoring-probe-turn', turnSql, [])
    if (turn?.isMine !== true) return 0
    const taken = await tx.query('monitoring-probe-results-take', takeSql, [atOnce])
    if (taken.length === 0) return 0
    await apply(context, tx, taken.filter(isCounted))
    return taken.length
  })
}

type Taken = RowOf<'monitoring-probe-results-take'>

function isCounted({ currentVersion }: Taken): boolean {
  return currentVersion !== null
}

async function apply(
  context: Pick<MonitoringContext, 'newId' | 'now'>,
  tx: Queries,
  taken: readonly Taken[],
): Promise<void> {
  const counted = taken.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
  const now = context.now().getTime()
  await applyHappenings(
    context,
    tx,
    counted.filter(({ version, currentVersion }) => version === currentVersion).map((one) => happeningOf(one, now)),
  )
  await tx.query('monitoring-probe-schedules', schedulesSql, [
    counted.map(({ serviceId }) => serviceId),
    counted.map(({ place }) => place),
    counted.map(({ solutionId }) => solutionId),
    counted.map(({ probeId }) => probeId),
  ])
  await storeResults(
    tx,
    counted.map((one) => rowOf(one, asCounted(one), null)),
  )
}

function happeningOf({ serviceId, place, isOffline, result }: Taken, now: number): Happening {
  if (isOffline) return { serviceId, event: { kind: 'OFFLINE', now, place } }
  const { at, verdict, phases } = result
  return { serviceId, event: { kind: 'RESULT', now, place, at, verdict, totalMs: phases.totalMs }, result }
}

function asCounted({ isOffline, result }: Taken): CheckResult {
  return isOffline ? { ...result, verdict: 'UNKNOWN', fault: 'prober-offline' } : result
}

const turnSql = `select pg_try_advisory_xact_lock(hashtextextended('monitoring probe results', 0)) as "isMine"`
const takeSql = `with taken as (delete from monitoring.probe_results where id in (select id from monitoring.probe_results order by id limit $1)
    returning id, probe_id, solution_id, service_id, place, version, is_offline, result)
  select t.id, t.probe_id as "probeId", t.solution_id as "solutionId", t.service_id as "serviceId", t.place, t.version, t.is_offline as "isOffline",
    t.result, s.version as "currentVersion"
  from taken t left join monitoring.services s on s.id = t.service_id and s.solution_id = t.solution_id and t.place = any (s.places)`
const schedulesSql = `insert into monitoring.schedules (service_id, place, solution_id, probe_id)
  select distinct * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) on conflict (service_id, place) do nothing`
