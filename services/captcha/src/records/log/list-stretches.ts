import type { Queries } from '@bollard/database'
import type { Stretch } from './find-matches.ts'
import { isBelow, type LogPosition, positionBelow } from './log-cursor.ts'
import type { StoredFilter } from './stored-filter.ts'

/** `isSmall`: read in one go; otherwise nobody knows how many rows there are. */
export type SearchStretch = Stretch & { readonly isSmall: boolean }

/** Stretches of the zone map asked for at a time, and read in one go where they lie side by side. */
const firstChunks = 8
const laterChunks = 64
const chunksAtOnce = 8

/** The parts of a site's log below a place in which something can fit a filter, newest first and none twice. */
export async function* listStretches(
  db: Queries,
  { siteId, filter, start }: { siteId: number; filter: StoredFilter; start: LogPosition },
): AsyncGenerator<SearchStretch> {
  const covered = filter.clauses.length === 0 ? null : await findCovered(db, siteId)
  if (covered === null) {
    yield { from: filter.from, below: start, isSmall: false }
    return
  }
  const { since, until } = covered
  if (start.issuedAt.getTime() >= until) yield { from: Math.max(until, filter.from), below: start, isSmall: false }
  // The rows below a place include others of its time.
  const end = start.issuedAt.getTime() + 1
  yield* listCovered(db, {
    siteId,
    clauses: filter.clauses,
    since: Math.max(since, filter.from),
    until: Math.min(until, end),
    start,
  })
  if (filter.from < since) yield { from: filter.from, below: lower(start, positionBelow(since)), isSmall: false }
}

async function* listCovered(
  db: Queries,
  {
    siteId,
    clauses,
    since,
    until,
    start,
  }: { siteId: number; clauses: StoredFilter['clauses']; since: number; until: number; start: LogPosition },
): AsyncGenerator<SearchStretch> {
  let rest = until
  let most = firstChunks
  while (since < rest) {
    const chunks = await db.query(
      'captcha-log-chunks',
      'select chunk_from, chunk_to from captcha.find_log_chunks($1, $2, $3, $4::jsonb, $5)',
      [siteId, new Date(since), new Date(rest), JSON.stringify(clauses), most],
    )
    for (let index = 0; index < chunks.length;) {
      const to = chunks[index]?.chunk_to.getTime() ?? 0
      let from = to
      for (let taken = 0; taken < chunksAtOnce && chunks[index]?.chunk_to.getTime() === from; taken++)
        from = chunks[index++]?.chunk_from.getTime() ?? 0
      yield { from, below: lower(start, positionBelow(to)), isSmall: true }
      rest = from
    }
    if (chunks.length < most) return
    most = laterChunks
  }
}

/** The times that the zone map covers for a site; null where it covers none. */
async function findCovered(db: Queries, siteId: number): Promise<{ since: number; until: number } | null> {
  const [row] = await db.query(
    'captcha-log-covered',
    `select (select from_at from captcha.log_chunks where site_id = $1 order by to_at limit 1) as since,
       (select to_at from captcha.log_chunks where site_id = $1 order by to_at desc limit 1) as until`,
    [siteId],
  )
  return row === undefined || row.since === null || row.until === null
    ? null
    : { since: row.since.getTime(), until: row.until.getTime() }
}

function lower(a: LogPosition, b: LogPosition): LogPosition {
  return isBelow(a, b) ? a : b
}
