import type { StateChange, StoredResult } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'

interface OfService {
  readonly solutionId: string
  readonly serviceId: string
}

/** Throws `not-found` for a service that the solution does not have. */
export async function assertService(db: Queries, { solutionId, serviceId }: OfService): Promise<{ timeZone: string }> {
  const [found] = await db.query('monitoring-service-zone', knownSql, [solutionId, serviceId])
  if (found === undefined) throw new ProblemError('not-found')
  return found
}

/** The newest result from each place, in the order of their names. */
export async function listLatest(
  db: Queries,
  service: OfService,
): Promise<{ items: StoredResult[]; nextCursor: null }> {
  await assertService(db, service)
  const rows = await db.query('monitoring-results-latest', latestSql, [service.solutionId, service.serviceId])
  return { items: rows.flatMap(({ place, last }) => (last === null ? [] : [{ place, ...last }])), nextCursor: null }
}

interface ResultQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly before?: string | undefined
  readonly place?: string | undefined
}

/** A page of single results, newest first. Its cursor is the time of the last one with its place. */
export async function listResults(
  db: Queries,
  service: OfService,
  { limit, cursor, before, place }: ResultQuery,
): Promise<{ items: StoredResult[]; nextCursor: string | null }> {
  await assertService(db, service)
  const [at, after] = cursor === undefined ? [before ?? null, null] : readCursor(cursor)
  const values = [service.solutionId, service.serviceId, at, after, place ?? null, limit + 1]
  const rows = await db.query('monitoring-results', listSql, values)
  const items = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }))
  const last = items.at(-1)
  const nextCursor = rows.length > limit && last ? Buffer.from(`${last.at} ${last.place}`).toString('base64url') : null
  return { items, nextCursor }
}

function readCursor(cursor: string): [at: string, place: string] {
  const [at = '', place] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (place === undefined || Number.isNaN(Date.parse(at)))
    throw new ProblemError('invalid-parameter', 'The cursor is not one of an earlier answer.')
  return [at, place]
}

/** A page of changes of the state, newest first. */
export async function listStateChanges(
  db: Queries,
  service: OfService,
  { limit, cursor }: Pick<ResultQuery, 'limit' | 'cursor'>,
): Promise<{ items: (StateChange & { id: string })[]; nextCursor: string | null }> {
  await assertService(db, service)
  const before = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await db.query('monitoring-state-changes', changesSql, [
    service.solutionId,
    service.serviceId,
    before,
    limit + 1,
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    // What the engine wrote is what the contract says; it passes through its schema on its way out.
    items: page.map((row) => ({ ...row, at: row.at.toISOString(), result: row.result as StateChange['result'] })),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

const knownSql = `select p.time_zone as "timeZone" from monitoring.services s join monitoring.spaces p on p.solution_id = s.solution_id
  where s.solution_id = $1 and s.id = $2`
const latestSql =
  'select place, last from monitoring.schedules where solution_id = $1 and service_id = $2 order by place'
const listSql = `select at, place, verdict, total_ms as "totalMs", dns_ms as "dnsMs", connect_ms as "connectMs", tls_ms as "tlsMs",
    first_byte_ms as "firstByteMs", fault, status_code as "statusCode"
  from monitoring.results where solution_id = $1 and service_id = $2 and ($5::text is null or place = $5)
    and ($3::timestamptz is null or (at, place) < ($3, coalesce($4::text, '')))
  order by at desc, place desc limit $6`
const changesSql = `select id, at, from_state as "from", to_state as "to", reason, result from monitoring.transitions
  where solution_id = $1 and service_id = $2 and ($3::uuid is null or id < $3) order by id desc limit $4`
