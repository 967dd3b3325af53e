import type { Database } from '@bollard/database'
import type { BillingPort } from '../monitoring-context.ts'
import { rescheduleSql } from './reschedule.ts'

/** Of one question to billing. */
const atOnce = 500
const unlimited = { intervalSeconds: 10, services: null, resultDays: 400 }

/**
 * Copies what plans allow to where checks are made: the interval is no shorter than the plan's, and of more services than it has room
 * for the oldest are checked. Run it every minute; nothing is written where nothing has changed. Answers how many solutions changed.
 */
export async function followPlans(db: Database, billing: BillingPort, at: Date): Promise<number> {
  let changed = 0
  for (let after: string | null = null; ;) {
    const spaces: { id: string }[] = await db.query('monitoring-spaces-after', spacesSql, [after, atOnce])
    const ids = spaces.map(({ id }) => id)
    changed += ids.length === 0 ? 0 : await follow(db, billing, ids, at)
    after = ids.at(-1) ?? null
    if (ids.length < atOnce) return changed
  }
}

async function follow(db: Database, billing: BillingPort, ids: readonly string[], at: Date): Promise<number> {
  const plans = await billing.plansOf(ids)
  const rows = ids.map((id) => {
    const limits = plans.get(id)?.limits
    if (limits === undefined) return { id, ...unlimited }
    const intervalSeconds = Math.max(unlimited.intervalSeconds, limits.checkIntervalSeconds ?? 0)
    return { id, intervalSeconds, services: limits.monitors, resultDays: limits.monitorResultDays }
  })
  return db.transaction(async (tx) => {
    const terms = await tx.query('monitoring-plans-store', storeSql, [JSON.stringify(rows)])
    const withheld = await tx.query('monitoring-services-withhold', withholdSql, [ids])
    const changed = [...new Set([...terms, ...withheld].map(({ id }) => id))]
    if (changed.length > 0) await tx.query('monitoring-reschedule-space', rescheduleSql, [changed, at])
    return changed.length
  })
}

const spacesSql =
  'select solution_id as id from monitoring.spaces where $1::uuid is null or solution_id > $1 order by solution_id limit $2'
const storeSql = `update monitoring.spaces p set plan_interval_seconds = n."intervalSeconds", plan_services = n.services, plan_result_days = n."resultDays"
  from jsonb_to_recordset($1::jsonb) as n (id uuid, "intervalSeconds" int, services int, "resultDays" int)
  where p.solution_id = n.id and (p.plan_interval_seconds, p.plan_services, p.plan_result_days) is distinct from (n."intervalSeconds", n.services, n."resultDays")
  returning p.solution_id as id`
const withholdSql = `with ranked as (select s.id, row_number() over (partition by s.solution_id order by s.id) > p.plan_services as beyond
    from monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id where s.solution_id = any ($1::uuid[]))
  update monitoring.services s set withheld = coalesce(r.beyond, false) from ranked r
  where s.id = r.id and s.withheld is distinct from coalesce(r.beyond, false) returning s.solution_id as id`
