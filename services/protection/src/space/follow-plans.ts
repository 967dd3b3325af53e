import type { Database } from '@bollard/database'
import type { BillingPort } from '../protection-context.ts'

/** Of one question to billing. */
const atOnce = 500

/**
 * Copies how many requests plans allow to where decisions are made, so that none asks billing. Run it every minute; nothing is written where nothing
 * has changed. Answers how many solutions changed.
 */
export async function followPlans(db: Database, billing: BillingPort): Promise<number> {
  let changed = 0
  for (let after: string | null = null; ;) {
    const spaces: { id: string }[] = await db.query('protection-spaces-after', spacesSql, [after, atOnce])
    const ids = spaces.map(({ id }) => id)
    if (ids.length > 0) {
      const plans = await billing.plansOf(ids)
      const rows = ids.map((id) => ({ id, requests: plans.get(id)?.limits.protectedRequests ?? null }))
      changed += (await db.query('protection-plans-store', storeSql, [JSON.stringify(rows)])).length
    }
    after = ids.at(-1) ?? null
    if (ids.length < atOnce) return changed
  }
}

const spacesSql =
  'select solution_id as id from protection.spaces where $1::uuid is null or solution_id > $1 order by solution_id limit $2'
const storeSql = `update protection.spaces s set plan_requests = n.requests
  from jsonb_to_recordset($1::jsonb) as n (id uuid, requests bigint)
  where s.solution_id = n.id and s.plan_requests is distinct from n.requests returning s.solution_id as id`
