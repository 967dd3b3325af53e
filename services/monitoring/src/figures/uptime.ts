import { type Uptime, uptimeDaysMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import {
  partsPerMillion,
  type ServiceState,
  type StateHistory,
  timeByState,
  uptimeFormulas,
  uptimeOf,
  type Verdict,
} from '@bollard/uptime'
import { hoursKeptDays } from './sweep.ts'

interface Asked {
  readonly solutionId: string
  readonly serviceId: string
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** Refuses more days than `days`. */
export function assertSpan({ from, to }: Pick<Asked, 'from' | 'to'>, days: number): readonly [from: Date, to: Date] {
  const span = [new Date(from), new Date(to)] as const
  const code =
    span[1] <= span[0] ? 'before-from' : span[1].getTime() - span[0].getTime() > days * dayMs ? 'too-long' : null
  if (code !== null) throw new ProblemError('invalid-parameter', undefined, { errors: [{ pointer: '/to', code }] })
  return span
}

/** Uptime of a service between two moments; what lies ahead of `now` is left out. The service has to be known. */
export async function readUptime(
  db: Queries,
  now: Date,
  { solutionId, serviceId, method, ...span }: Asked & { readonly method: Uptime['formula']['method'] },
): Promise<Uptime> {
  const [from, until] = assertSpan(span, uptimeDaysMax)
  const end = new Date(Math.max(from.getTime(), Math.min(until.getTime(), now.getTime())))
  const history = await readHistory(db, { solutionId, serviceId, from, until: end })
  const time = timeByState(history, from.getTime(), end.getTime())
  const checks = await countChecks(db, { solutionId, serviceId, from, until: end, now })
  const formula = uptimeFormulas[method]
  const parts = partsPerMillion(uptimeOf(formula, method === 'CHECKS' ? checks : time))
  return {
    from: from.toISOString(),
    to: end.toISOString(),
    uptimePercent: parts === null ? null : parts / 10_000,
    formula,
    seconds: Object.fromEntries(Object.entries(time).map(([state, ms]) => [state, ms / 1_000])) as Uptime['seconds'],
    checks: toCounts(checks),
  }
}

/** Checks by verdict as they are shown. */
export function toCounts(checks: Readonly<Record<Verdict, number>>): Uptime['checks'] {
  return {
    total: Object.values(checks).reduce((sum, count) => sum + count, 0),
    up: checks.UP,
    degraded: checks.DEGRADED,
    down: checks.DOWN,
    challenged: checks.CHALLENGED,
    unknown: checks.UNKNOWN,
  }
}

interface Between {
  readonly solutionId: string
  readonly serviceId: string
  readonly from: Date
  readonly until: Date
}

/** What is known of the states of a service between two moments. */
export async function readHistory(db: Queries, { solutionId, serviceId, from, until }: Between): Promise<StateHistory> {
  const rows = await db.query('monitoring-history', historySql, [solutionId, serviceId, from, until])
  const before = rows.findLast(({ at }) => at <= from)?.to ?? 'UNKNOWN'
  const changes = rows.filter(({ at }) => at > from).map(({ at, to }) => ({ at: at.getTime(), to }))
  return { before: before as ServiceState, changes }
}

/** Checks by verdict: whole days where hours are not kept any more, whole hours, and single results that are not rolled up yet. */
async function countChecks(
  db: Queries,
  { solutionId, serviceId, from, until, now }: Between & { readonly now: Date },
): Promise<Record<Verdict, number>> {
  const hoursFrom = new Date(now.getTime() - hoursKeptDays * dayMs)
  const [row] = await db.query('monitoring-count-checks', countSql, [solutionId, serviceId, from, until, hoursFrom])
  return {
    UP: row?.up ?? 0,
    DEGRADED: row?.degraded ?? 0,
    DOWN: row?.down ?? 0,
    CHALLENGED: row?.challenged ?? 0,
    UNKNOWN: row?.unknown ?? 0,
  }
}

const historySql = `(select at, to_state as "to", id from monitoring.transitions where solution_id = $1 and service_id = $2 and at <= $3
    order by at desc, id desc limit 1)
  union all select at, to_state, id from monitoring.transitions where solution_id = $1 and service_id = $2 and at > $3 and at < $4
  order by at, id`
const counted = (verdict: string) => `coalesce(sum(${verdict}), 0)::int as ${verdict}`
const ofRollup = `(rollup -> 'checks' ->> 'UP')::int as up, (rollup -> 'checks' ->> 'DEGRADED')::int as degraded,
  (rollup -> 'checks' ->> 'DOWN')::int as down, (rollup -> 'checks' ->> 'CHALLENGED')::int as challenged, (rollup -> 'checks' ->> 'UNKNOWN')::int as unknown`
const one = (verdict: string) => `(verdict = '${verdict}')::int`
const countSql = `select ${['up', 'degraded', 'down', 'challenged', 'unknown'].map(counted).join(', ')} from (
    select ${ofRollup} from monitoring.day_rollups where solution_id = $1 and service_id = $2 and day >= $3::timestamptz::date
      and day < least($4::timestamptz, $5::timestamptz)::date
    union all select ${ofRollup} from monitoring.hour_rollups where solution_id = $1 and service_id = $2 and at >= greatest($3::timestamptz, $5)
      and at < $4
    union all select ${one('UP')}, ${one('DEGRADED')}, ${one('DOWN')}, ${one('CHALLENGED')}, ${one('UNKNOWN')} from monitoring.results r
      where r.solution_id = $1 and r.service_id = $2 and r.at >= $3 and r.at < $4 and not exists (select from monitoring.hour_rollups h
        where h.service_id = r.service_id and h.at <= r.at and h.at > r.at - interval '1 hour')) as every`
