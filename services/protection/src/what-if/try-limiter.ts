import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LimiterNew, LimiterWhatIf } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { assertUsable } from '../limiter/to-limiter.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { createReplay, keyOfStored } from './replay.ts'

/** Of one try: more would keep a process busy. The newest count. */
export const replayedMax = 200_000
const pageRows = 1_000
const dayMs = 86_400_000

interface Asked {
  readonly solutionId: string
  readonly limiter: LimiterNew
  readonly days: number
}

/**
 * What a limiter would have done to the requests that are stored. They are told apart by the names that networks have for a day, so a
 * window that crosses midnight in UTC begins anew there. Throws `validation-failed` for a limiter that cannot be counted.
 */
export async function tryLimiter(
  { db, now, randomBytes }: Pick<ProtectionContext, 'db' | 'now' | 'randomBytes'>,
  { solutionId, limiter, days }: Asked,
): Promise<LimiterWhatIf> {
  assertUsable(limiter)
  const to = now()
  const wanted = new Date(to.getTime() - days * dayMs)
  const [oldest] = await db.query('protection-replay-oldest', oldestSql, [solutionId, wanted, replayedMax - 1])
  const from = oldest === undefined || oldest.at < wanted ? wanted : oldest.at
  const [known] = await db.query('protection-replay-limiter', sameKeySql, [solutionId, JSON.stringify(limiter.key)])
  const limiterId = known?.id ?? null
  const { key, unknownParts } = keyOfStored(limiter, limiterId)
  const span = { from: from.toISOString(), to: to.toISOString(), unknownParts: [...unknownParts] }
  const [shares] = await db.query('protection-replay-share', shareSql, [solutionId, from])
  const { stored, counted } = { stored: shares?.stored ?? 0, counted: shares?.counted ?? 0 }
  const share = counted === 0 ? 1 : Math.min(1, stored / counted)
  if (unknownParts.length > 0) return { ...span, share, replayed: 0, hits: [], people: 0, top: [] }
  const replay = createReplay(limiter, { limiterId, key, secret: randomBytes(32) })
  for await (const row of storedSince(db, solutionId, from)) replay.add(row)
  return { ...span, share, ...replay.tell() }
}

/** Oldest first. Others get their turn after each page. */
async function* storedSince(db: Queries, solutionId: string, from: Date) {
  let after: readonly [Date, string] = [from, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const rows: RowOf<'protection-replay-page'>[] = await db.query('protection-replay-page', pageSql, [
      solutionId,
      ...after,
      pageRows,
    ])
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageRows) return
    after = [last.at, last.id]
    await nextTurn()
  }
}

const oldestSql = `select at from protection.decisions where solution_id = $1 and at >= $2 and not probe
  order by at desc, id desc offset $3 limit 1`
const sameKeySql = `select id from protection.limiters where solution_id = $1 and config -> 'key' = $2::jsonb order by id limit 1`
// Counts are of five minutes, so the first of them may begin a little later than the requests.
const shareSql = `select (select count(*)::int from protection.decisions where solution_id = $1 and at >= $2 and not probe) as stored,
    (select coalesce(sum(allow + challenge + throttle + deny), 0)::float8 from protection.counts
      where solution_id = $1 and at >= $2 and dimension = 'all') as counted`
const pageSql = `select id, at, method, host, path, country, operator::float8 as operator, encode(visitor, 'hex') as visitor, keys, solved, ending
  from protection.decisions where solution_id = $1 and (at, id) > ($2::timestamptz, $3::uuid) and not probe order by at, id limit $4`
