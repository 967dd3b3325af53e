import type { Queries } from '@bollard/database'
import type { LogPosition } from './log-cursor.ts'
import type { Bind, StoredFilter } from './stored-filter.ts'

/** A part of the log: issued from `from` on (milliseconds since 1970), and below a place. */
export interface Stretch {
  readonly from: number
  readonly below: LogPosition
}

/**
 * Places of the newest verifications in a stretch that fit a filter, at most `limit`. The statement is made for its filter
 * and has no name: planned with its values, it reads only partitions of its time, and none of the many possible ones stays
 * in memory.
 */
export async function findMatches(
  db: Queries,
  { siteId, filter, stretch, limit }: { siteId: number; filter: StoredFilter; stretch: Stretch; limit: number },
): Promise<LogPosition[]> {
  const values: unknown[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const site = bind(siteId)
  const until = bind(stretch.below.issuedAt)
  const between = `between ${bind(new Date(stretch.from))} and ${until}`
  const ofRow = [`v.site_id = ${site}`, 'v.outcome < 3', `v.issued_at ${between}`]
  const asked = [
    `(v.issued_at, v.id) < (${until}, ${bind(stretch.below.id)}::uuid)`,
    ...filter.conditions.map((condition) => condition(bind, between)),
  ]
  // Whoever asks for feedback is led from the little feedback there is to its rows, one by one.
  const source =
    filter.feedback === null
      ? `captcha.verifications v where ${[...ofRow, ...asked].join(' and ')}`
      : `captcha.feedback f cross join lateral (
           select v.* from captcha.verifications v where v.id = f.verification_id and v.issued_at = f.issued_at and ${ofRow.join(' and ')} limit 1) v
         where f.site_id = ${site} and f.issued_at ${between} and f.label = ${bind(filter.feedback)} and ${asked.join(' and ')}`
  const rows = await db.query<{ id: string; issued_at: Date }>(
    '',
    `select v.id, v.issued_at from ${source} order by v.issued_at desc, v.id desc limit ${bind(limit)}`,
    values,
  )
  return rows.map(({ id, issued_at: issuedAt }) => ({ id, issuedAt }))
}

/**
 * When the row was issued (milliseconds since 1970) that is `rows` rows down in a stretch, of those with feedback where the
 * filter asks for some; null when there are fewer.
 */
export async function findRowBelow(
  db: Queries,
  { siteId, filter, stretch, rows }: { siteId: number; filter: StoredFilter; stretch: Stretch; rows: number },
): Promise<number | null> {
  const [name, statement] =
    filter.feedback === null
      ? (['captcha-log-step', stepStatement] as const)
      : (['captcha-log-step-labelled', labelledStepStatement] as const)
  const [row] = await db.query(name, statement, [
    siteId,
    new Date(stretch.from),
    stretch.below.issuedAt,
    stretch.below.id,
    rows - 1,
  ])
  return row?.issued_at.getTime() ?? null
}

const stepStatement = `
select v.issued_at from captcha.verifications v
where v.site_id = $1 and v.outcome < 3 and v.issued_at between $2 and $3 and (v.issued_at, v.id) < ($3, $4::uuid)
order by v.issued_at desc, v.id desc offset $5 limit 1`

const labelledStepStatement = `
select f.issued_at from captcha.feedback f
where f.site_id = $1 and f.issued_at between $2 and $3 and (f.issued_at, f.verification_id) < ($3, $4::uuid)
order by f.issued_at desc, f.verification_id desc offset $5 limit 1`
