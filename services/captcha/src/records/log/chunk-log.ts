import type { Database, Queries } from '@bollard/database'
import { chunkStatement } from './chunk-statement.ts'

/** Rows of one stretch. */
const rowsOfChunk = 1_000
/** Stretches of one statement, which must end long before its timeout. */
const chunksAtOnce = 5
const sitesAtOnce = 100
/** How far the clocks of two processes, and the wait of a row for the database, may put a row behind its time. */
const graceMs = 300_000
const dayMs = 86_400_000

export interface ChunkOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  /** How long before its end a verification can have been issued. */
  readonly verificationMsMax: number
  /** How long the log is kept; stretches that are older than that go. */
  readonly retentionDays: number
  /** Rows of one stretch, about; 1 000 by default. With fewer than twice as many that are not summarised yet, they are simply read. */
  readonly rows?: number
  /** Asked before each statement; ends the work when true. */
  readonly shouldStop?: () => boolean
}

/**
 * Brings the zone map of the log up to date: summarises what no answer can join any more, in stretches of about 1 000 rows of a
 * site. Processes take turns; whoever finds another at work leaves it to that one. Answers with the number of new stretches.
 * @throws the first failure, after all other sites had their turn.
 */
export async function chunkLog(db: Database, options: ChunkOptions): Promise<number> {
  const { now, verificationMsMax, rows = rowsOfChunk, shouldStop = () => false } = options
  const closed = now - verificationMsMax - graceMs
  const failures: unknown[] = []
  let made = 0
  for await (const siteId of listDue(db, { closed, least: 2 * rows })) {
    try {
      const summarised = await summarise(db, { siteId, closed, rows, shouldStop })
      made += summarised.made
      if (summarised.end !== 'done') break
    } catch (error) {
      failures.push(error)
    }
  }
  if (!shouldStop()) await takeTurn(db, (tx) => dropOld(tx, Math.floor(now / dayMs - options.retentionDays) * dayMs))
  if (failures.length > 0) throw failures[0]
  return made
}

interface Site {
  readonly siteId: number
  readonly closed: number
  readonly rows: number
}

async function summarise(
  db: Database,
  { shouldStop, ...site }: Site & { shouldStop: () => boolean },
): Promise<{ made: number; end: 'done' | 'stopped' | 'busy' }> {
  for (let made = 0; ;) {
    if (shouldStop()) return { made, end: 'stopped' }
    const stretches = await takeTurn(db, (tx) => extend(tx, site))
    if (stretches === null) return { made, end: 'busy' }
    made += stretches
    if (stretches < chunksAtOnce) return { made, end: 'done' }
  }
}

/** Null when another process is at work. */
async function takeTurn<T>(db: Database, work: (tx: Queries) => Promise<T>): Promise<T | null> {
  return db.transaction(async (tx) => {
    const [turn] = await tx.query(
      'captcha-chunks-lock',
      `select pg_try_advisory_xact_lock(hashtext('captcha.log_chunks')) as mine`,
    )
    return turn?.mine === true ? work(tx) : null
  })
}

/** Sites of which enough rows are closed and not summarised. */
async function* listDue(db: Queries, { closed, least }: { closed: number; least: number }): AsyncGenerator<number> {
  for (let after = 0; ;) {
    const sites = await db.query('captcha-chunks-due', dueStatement, [after, new Date(closed), least - 1])
    for (const { id, due } of sites) {
      after = id
      if (due) yield id
    }
    if (sites.length < sitesAtOnce) return
  }
}

const dueStatement = `
select s.id, exists (
  select from captcha.verifications v where v.site_id = s.id and v.outcome < 3 and v.issued_at < $2 and v.issued_at >=
    coalesce((select c.to_at from captcha.log_chunks c where c.site_id = s.id order by c.to_at desc limit 1), '-infinity')
  order by v.issued_at offset $3 limit 1) as due
from (select id from captcha.sites where id > $1 and first_verification_at is not null order by id limit ${sitesAtOnce}) s order by s.id`

/** Summarises the oldest rows of a site that are not yet; answers with how many stretches that made. */
async function extend(tx: Queries, { siteId, closed, rows }: Site): Promise<number> {
  const bounds: Date[] = []
  let bound = await findStart(tx, siteId)
  while (bound !== null && bound.getTime() < closed && bounds.length <= chunksAtOnce) {
    bounds.push(bound)
    bound = await findNext(tx, { siteId, from: bound, closed, rows })
  }
  if (bounds.length < 2) return 0
  await tx.query('captcha-chunks-insert', chunkStatement, [
    siteId,
    bounds.slice(0, -1),
    bounds.slice(1),
    bounds[0],
    bounds.at(-1),
  ])
  return bounds.length - 1
}

/** Where the summarised part of a site ends; its oldest row where it has none. */
async function findStart(tx: Queries, siteId: number): Promise<Date | null> {
  const [row] = await tx.query(
    'captcha-chunks-start',
    `select coalesce((select to_at from captcha.log_chunks where site_id = $1 order by to_at desc limit 1),
       (select issued_at from captcha.verifications where site_id = $1 and outcome < 3 order by issued_at limit 1)) as at`,
    [siteId],
  )
  return row?.at ?? null
}

/** When the first row was issued that comes after about so many; rows of one millisecond stay together. */
async function findNext(
  tx: Queries,
  { siteId, from, closed, rows }: { siteId: number; from: Date; closed: number; rows: number },
): Promise<Date | null> {
  const [row] = await tx.query(
    'captcha-chunks-next',
    `select v.issued_at as at from captcha.verifications v where v.site_id = $1 and v.outcome < 3 and v.issued_at < $3 and v.issued_at > (
       select w.issued_at from captcha.verifications w where w.site_id = $1 and w.outcome < 3 and w.issued_at >= $2 and w.issued_at < $3
       order by w.issued_at offset $4 limit 1)
     order by v.issued_at limit 1`,
    [siteId, from, new Date(closed), rows - 1],
  )
  return row?.at ?? null
}

async function dropOld(tx: Queries, before: number): Promise<void> {
  await tx.query('captcha-chunks-drop', 'delete from captcha.log_chunks where to_at <= $1', [new Date(before)])
}
