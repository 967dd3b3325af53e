import {
  type AssignedCheck,
  captchaKinds,
  type ProbeAssignment,
  type ProbeAssignments,
  probeLeaseSeconds,
  type ProbeReport,
  toldKinds,
} from '@bollard/contracts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { joinSecret, openSecret } from '../service/secrets.ts'
import { isActive } from '../space/reschedule.ts'
import type { ProbeCaller } from './read-call.ts'

type AssignContext = Pick<MonitoringContext, 'db' | 'box'>

/**
 * Notes how a probe is, and answers what it has to check: services that name its place, with their secrets. Of several processes with one
 * token one checks; the others wait until it was silent for as long as its lease.
 */
export async function assignChecks(
  context: AssignContext,
  { id, solutionId, place, allowPrivate, instance, delivered }: ProbeCaller,
  { softwareVersion, known, clockMs, waiting, dropped, hasLine }: Omit<ProbeReport, 'instance'>,
  at: Date,
): Promise<ProbeAssignments> {
  const { db } = context
  const values = [id, instance, at, probeLeaseSeconds, softwareVersion, clockMs, waiting, dropped, hasLine]
  const [seen] = await db.query('monitoring-probe-seen', seenSql, values)
  const isActive = seen?.isActive === true
  const [listed] = isActive ? await db.query('monitoring-probe-version', versionSql, [solutionId, place]) : []
  const version = `${listed?.version ?? 'none'}`
  const assignments = !isActive || version === known ? null : await listAssignments(context, solutionId, place)
  const leaseSeconds = probeLeaseSeconds
  return { place, allowPrivate, isActive, leaseSeconds, delivered, version, assignments }
}

async function listAssignments(
  { db, box }: AssignContext,
  solutionId: string,
  place: string,
): Promise<ProbeAssignment[]> {
  const rows = await db.query('monitoring-probe-assignments', listSql, [solutionId, place])
  return rows.map(({ config, secret, secretKeyId, ...row }) => ({
    ...row,
    check: joinSecret(config as AssignedCheck, openSecret(box, row.serviceId, { secret, secretKeyId })),
  }))
}

// A process that has lost its turn to another one while it was away waits like any other.
const seenSql = `update monitoring.probes p set last_seen_at = $3, software_version = $5, clock_ms = $6, waiting = $7, dropped = $8, has_line = $9,
    leased_by = case when mine.turn then $2::uuid else p.leased_by end,
    leased_until = case when mine.turn then $3::timestamptz + make_interval(secs => $4::int) else p.leased_until end
  from (select id, (leased_by is null or leased_by = $2::uuid or leased_until <= $3::timestamptz) as turn from monitoring.probes where id = $1 for update) mine
  where p.id = mine.id returning mine.turn as "isActive"`
const kindsElsewhere = [...toldKinds, ...captchaKinds].map((kind) => `'${kind}'`).join()
const source = `monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id
  where s.solution_id = $1 and $2::text = any (s.places) and ${isActive} and s.kind not in (${kindsElsewhere})`
const interval = 'greatest(s.interval_seconds, p.plan_interval_seconds)'
const versionSql = `select md5(coalesce(string_agg(concat_ws(' ', s.id, s.version, ${interval}), ',' order by s.id), '')) as version from ${source}`
const listSql = `select s.id as "serviceId", s.version, s.config, s.secret, s.secret_key_id as "secretKeyId", ${interval} as "intervalSeconds",
    s.retries, s.recoveries, s.slow_ms as "slowMs" from ${source} order by s.id`
