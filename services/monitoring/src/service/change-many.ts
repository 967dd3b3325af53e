import type { Call, Caller } from '@bollard/access'
import type { CheckKind, MonitoredServicesChange } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { rescheduleSql } from '../space/reschedule.ts'
import { removeServices } from './delete.ts'
import { assertPlaces } from './places.ts'
import { assertInterval, planOf } from './plan.ts'
import { lockSpace } from './stored-services.ts'

type Change = MonitoredServicesChange['change']

/** Changes services all at once, or none of them. Throws `validation-failed` for ids of none, `quota-exceeded` and `in-use`. */
export async function changeServices(
  { db, now, billing }: Pick<MonitoringContext, 'db' | 'now' | 'billing'>,
  actor: Caller,
  { solutionId, serviceIds, change }: MonitoredServicesChange & { readonly solutionId: string },
  call: Call,
): Promise<{ changed: number }> {
  const at = now()
  const ids = [...new Set(serviceIds.map((id) => id.toLowerCase()))]
  if (change.action === 'SET_INTERVAL')
    assertInterval(await planOf(billing, solutionId), {
      seconds: change.intervalSeconds,
      before: null,
      pointer: '/change/intervalSeconds',
    })
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const kinds = await assertKnown(tx, { solutionId, ids, serviceIds, change })
    await apply(tx, { solutionId, ids, change, at, kinds })
    await tx.query('monitoring-reschedule-space', rescheduleSql, [[solutionId], at])
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'monitored-services.changed',
      after: { count: ids.length, ...change },
    })
    return { changed: ids.length }
  })
}

/** Throws `validation-failed` for services that the solution does not have, and for those that a new interval would not fit. Answers their kinds. */
async function assertKnown(
  tx: Queries,
  { solutionId, ids, serviceIds, change }: MonitoredServicesChange & { solutionId: string; ids: readonly string[] },
): Promise<readonly CheckKind[]> {
  const found = await tx.query('monitoring-services-known', knownSql, [solutionId, ids])
  const timeouts = new Map(found.map(({ id, timeoutMs }) => [id, timeoutMs ?? 0]))
  const errors = serviceIds.flatMap((id, index) => {
    const timeoutMs = timeouts.get(id.toLowerCase())
    const pointer = `/serviceIds/${index}`
    if (timeoutMs === undefined) return [{ pointer, code: 'unknown' }]
    const isShort = change.action === 'SET_INTERVAL' && timeoutMs >= change.intervalSeconds * 1_000
    return isShort ? [{ pointer, code: 'longer-than-interval' }] : []
  })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors: errors.slice(0, 100) })
  return found.map(({ kind }) => kind as CheckKind)
}

interface Applied {
  readonly solutionId: string
  readonly ids: readonly string[]
  readonly change: Change
  readonly at: Date
  readonly kinds: readonly CheckKind[]
}

async function apply(tx: Queries, { solutionId, ids, change, at, kinds }: Applied): Promise<void> {
  switch (change.action) {
    case 'PAUSE':
    case 'RESUME':
      await tx.query('monitoring-services-pause', pauseSql, [ids, change.action === 'PAUSE', at])
      return
    case 'DELETE':
      await removeServices(tx, ids)
      return
    case 'SET_INTERVAL':
      await tx.query('monitoring-services-interval', intervalSql, [ids, change.intervalSeconds, at])
      return
    case 'SET_PLACES':
      await assertPlaces(tx, { solutionId, kinds, places: change.places, former: [], pointer: '/change/places' })
      await tx.query('monitoring-services-places', placesSql, [ids, change.places, at])
      return
    case 'ADD_TAGS':
    case 'REMOVE_TAGS': {
      const isAdded = change.action === 'ADD_TAGS'
      const tooMany = await tx.query('monitoring-services-tag', tagsSql, [ids, change.tags, isAdded, at])
      if (tooMany.some(({ count }) => count > 10))
        throw new ProblemError('validation-failed', 'A service has at most ten tags.', {
          errors: [{ pointer: '/change/tags', code: 'too-long', params: { max: 10 } }],
        })
    }
  }
}

const knownSql = `select id, kind, (config ->> 'timeoutMs')::int as "timeoutMs" from monitoring.services where solution_id = $1 and id = any ($2::uuid[])`
const pauseSql =
  'update monitoring.services set paused = $2, updated_at = $3, version = version + 1 where id = any ($1::uuid[]) and paused <> $2'
const intervalSql =
  'update monitoring.services set interval_seconds = $2, updated_at = $3, version = version + 1 where id = any ($1::uuid[])'
const placesSql =
  'update monitoring.services set places = $2, updated_at = $3, version = version + 1 where id = any ($1::uuid[])'
const tagsSql = `update monitoring.services set updated_at = $4, version = version + 1, tags = case when $3
    then tags || array(select tag from unnest($2::text[]) tag where tag <> all (tags))
    else array(select tag from unnest(tags) tag where tag <> all ($2::text[])) end
  where id = any ($1::uuid[]) returning cardinality(tags) as count`
