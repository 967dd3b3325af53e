import type { MonitoredService, MonitoringCheck, ServiceQuery, ShownCheck } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import { defaultBaseline, type Verdict } from '@bollard/uptime'
import { splitSecret } from './secrets.ts'

/** What a place found last, as it is kept beside its schedule. */
export interface LastResult {
  readonly at: string
  readonly verdict: Verdict
  readonly totalMs: number
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly fault: string | null
  readonly statusCode: number | null
}

/** As it is shown. A pause and a lack of room in the plan show at once, before the engine has heard of them. */
const columns = `s.id, s.name, s.tags, s.places, s.config, s.secret is not null as "hasSecret", s.interval_seconds as "intervalSeconds", s.retries,
  s.confirmations, s.recoveries, s.slow_ms as "slowMs", s.parent_id as "parentId", s.paused, s.withheld,
  greatest(s.interval_seconds, p.plan_interval_seconds) as "effectiveIntervalSeconds",
  case when s.paused or s.withheld then 'PAUSED' else t.state end as state, t.since as "stateSince", t.fault, t.detail,
  t.last_at as "lastCheckedAt", t.last_total_ms as "lastTotalMs", t.certificate_expires_at as "certificateExpiresAt",
  t.domain_expires_at as "domainExpiresAt",
  case when s.kind = 'PASS_RATE' and s.config #> '{target,figures}' ? 'timeToSolveP95' then (
    select count(distinct (h.hour at time zone p.time_zone)::date)::int from monitoring.pass_rate_hours h
    where h.service_id = s.id and h.volume >= (s.config #>> '{target,volumeMin}')::int) end as "daysLearned", i.id as "incidentId", s.created_at as "createdAt", s.updated_at as "updatedAt", s.version`
const source = `monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id
  join monitoring.service_states t on t.service_id = s.id
  left join monitoring.incidents i on i.service_id = s.id and i.state in ('OPEN', 'ACKNOWLEDGED')`

/** Until the same hour of enough weeks has been seen. */
const daysNeeded = 7 * defaultBaseline.weeksMin

type ShownRow = RowOf<'monitoring-service'>

export function toService(row: ShownRow): MonitoredService {
  const { config, daysLearned, ...rest } = row
  const time = (at: Date | null): string | null => at?.toISOString() ?? null
  return {
    ...rest,
    // Values of forms were once stored in the clear: those are sealed with the next change, and shown no more by now.
    check: splitSecret(config).config as ShownCheck,
    state: rest.state as MonitoredService['state'],
    stateSince: rest.stateSince.toISOString(),
    lastCheckedAt: time(rest.lastCheckedAt),
    certificateExpiresAt: time(rest.certificateExpiresAt),
    domainExpiresAt: time(rest.domainExpiresAt),
    learning: daysLearned === null || daysLearned >= daysNeeded ? null : { days: daysLearned, daysNeeded },
    createdAt: rest.createdAt.toISOString(),
    updatedAt: rest.updatedAt.toISOString(),
  }
}

/** A page of the services of a solution that fit, the oldest first. */
export async function listServices(
  db: Queries,
  solutionId: string,
  { limit, cursor, search, state, kind, tag }: ServiceQuery,
): Promise<{ items: MonitoredService[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const pattern = search === undefined ? null : `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const values = [solutionId, after, pattern, state ?? null, kind ?? null, tag ?? null, limit + 1]
  const rows = await db.query('monitoring-services', listSql, values)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toService), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

/** One service as it is shown. Throws `not-found`. */
export async function readService(db: Queries, solutionId: string, id: string): Promise<MonitoredService> {
  const [row] = await db.query('monitoring-service', oneSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toService(row)
}

/** A service as its changes need it, locked until the end of the transaction. Throws `not-found`. */
export async function lockService(tx: Queries, solutionId: string, id: string) {
  const [row] = await tx.query('monitoring-service-lock', lockSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return row
}

/** Makes changes of what a solution monitors take turns, so that limits hold; reading and checking do not wait. */
export async function lockSpace(tx: Queries, solutionId: string): Promise<void> {
  const key = [`monitoring ${solutionId}`]
  await tx.query('monitoring-space-turn', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', key)
}

/** What the audit log keeps of a service: of its target nothing that could be secret. */
export function auditedService({
  name,
  tags,
  places,
  check,
  intervalSeconds,
  retries,
  confirmations,
  parentId,
}: Audited) {
  return {
    name,
    tags,
    places,
    kind: check.kind,
    target: auditedTarget(check),
    intervalSeconds,
    retries,
    confirmations,
    parentId,
  }
}
type Audited = Pick<
  MonitoredService,
  'name' | 'tags' | 'places' | 'check' | 'intervalSeconds' | 'retries' | 'confirmations' | 'parentId'
>

/** Host and name at most: paths, headers and bodies often open something. */
function auditedTarget(check: MonitoringCheck): string | null {
  switch (check.kind) {
    case 'HTTP':
    case 'FORM':
    case 'WEBSOCKET':
      return `${new URL(check.target.url).origin}/…`
    case 'DNS':
    case 'DOMAIN':
      return check.target.name
    case 'PASS_RATE':
      return check.target.solutionId
    case 'HEARTBEAT':
    case 'GROUP':
      return null
    case 'MANUAL':
      return check.target.state
    default:
      return check.target.host
  }
}

const listSql = `select ${columns} from ${source}
  where s.solution_id = $1 and ($2::uuid is null or s.id > $2)
    and ($3::text is null or s.name ilike $3 or s.config ->> 'target' ilike $3)
    and ($4::text is null or case when s.paused or s.withheld then 'PAUSED' else t.state end = $4)
    and ($5::text is null or s.kind = $5) and ($6::text is null or $6 = any (s.tags))
  order by s.id limit $7`
const oneSql = `select ${columns} from ${source} where s.solution_id = $1 and s.id = $2`
const lockSql = `select s.id, s.name, s.tags, s.config, s.secret, s.secret_key_id as "secretKeyId", s.interval_seconds as "intervalSeconds",
    s.retries, s.confirmations, s.recoveries, s.slow_ms as "slowMs", s.parent_id as "parentId", s.paused, s.places, s.version
  from monitoring.services s where s.solution_id = $1 and s.id = $2 for no key update`
