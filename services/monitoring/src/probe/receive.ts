import type { ProbedResult } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { storedJson } from '../engine/stored-json.ts'
import type { ProbeCaller } from './read-call.ts'

/** No result lies further ahead of our clock: figures of an hour that has not come would never be looked at. */
const aheadMsMax = 5_000

/**
 * Stores results of a probe, each once: those up to the last one that was stored have counted. The engine applies them within about a
 * second. Answers the sequence up to which all are stored.
 */
export async function receiveResults(
  db: Database,
  { id, solutionId, place, instance }: ProbeCaller,
  results: readonly ProbedResult[],
  now: Date,
): Promise<{ delivered: number }> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query('monitoring-probe-delivered', lockSql, [id, instance])
    const before = Number(row?.delivered ?? 0)
    const fresh = results.filter(({ sequence }) => sequence > before)
    const last = fresh.at(-1)
    if (last === undefined) return { delivered: before }
    const rows = fresh.map(({ result, ...one }) => ({
      ...one,
      result: { ...result, at: Math.min(Math.round(result.at), now.getTime() + aheadMsMax) },
    }))
    await tx.query('monitoring-probe-results-insert', insertSql, [id, solutionId, place, storedJson(rows)])
    await tx.query('monitoring-probe-delivered-set', deliveredSql, [id, instance, last.sequence])
    return { delivered: last.sequence }
  })
}

const lockSql = 'select delivered from monitoring.probe_instances where probe_id = $1 and instance = $2 for update'
const insertSql = `insert into monitoring.probe_results (probe_id, solution_id, place, service_id, version, is_offline, result)
  select $1, $2, $3, "serviceId", version, "isOffline", result
  from jsonb_to_recordset($4::jsonb) as n (sequence bigint, "serviceId" uuid, version int, "isOffline" boolean, result jsonb) order by n.sequence`
const deliveredSql = 'update monitoring.probe_instances set delivered = $3 where probe_id = $1 and instance = $2'
