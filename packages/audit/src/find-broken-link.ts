import type { Queries } from '@bollard/database'
import type { AuditScope } from './record-audit.ts'

/** Entries that one statement looks at: a small part of the time that a statement may take. */
const atOnce = 2_000
/** What the first entry of every chain stands on. */
const beginning = '\\x00'

interface Stretch {
  readonly count: number
  readonly last: string | null
  readonly lastHash: string | null
  readonly broken: string | null
  /** What the head of the chain says at the same moment. */
  readonly headNumber: string | null
  readonly headHash: string | null
}

/**
 * Whether every entry of a scope is there and as it was written. Answers the number of the first one that is not; null when
 * all are. Entries that the end lost show as well, since the head remembers the last number. The role of the tables' owner is needed.
 */
export async function findBrokenLink(db: Queries, scope: AuditScope, scopeId: string): Promise<number | null> {
  let [number, hash] = ['0', beginning]
  for (;;) {
    const [row] = await db.query<Stretch>('audit-broken-link', stretchSql, [
      scope,
      scopeId.toLowerCase(),
      number,
      hash,
      atOnce,
    ])
    if (row === undefined) throw new Error('A statement without a table gave no row')
    if (row.broken !== null) return Number(row.broken)
    number = row.last ?? number
    hash = row.lastHash ?? hash
    if (row.count === atOnce) continue
    // The end of the chain, at this moment.
    if (row.headNumber === null ? number === '0' : row.headNumber === number && row.headHash === hash) return null
    return Number(number) + (row.headNumber === number ? 0 : 1)
  }
}

const stretchSql = `with stretch as (
    select e.number, e.hash, e.previous_hash, audit.hash_of(e.previous_hash, e) as should_be from audit.entries e
      where e.scope = $1 and e.scope_id = $2 and e.number > $3 order by e.number limit $5
  ), linked as (
    select number, hash, previous_hash, should_be, lag(hash, 1, $4::bytea) over (order by number) as hash_before,
      $3::bigint + row_number() over (order by number) as place
    from stretch
  )
  select (select count(*) from linked)::int as count, (select max(number) from linked)::text as last,
    (select hash from linked order by number desc limit 1)::text as "lastHash",
    (select min(number) from linked where hash <> should_be or previous_hash <> hash_before or number <> place)::text as broken,
    (select number from audit.heads where scope = $1 and scope_id = $2)::text as "headNumber",
    (select hash from audit.heads where scope = $1 and scope_id = $2)::text as "headHash"`
