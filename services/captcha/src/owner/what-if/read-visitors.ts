import { decidedBy, networkKinds, type Outcome } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { plainArray } from '../../records/store/array-literal.ts'
import { countKind } from '../../records/store/counts.ts'
import type { Window } from './choose-windows.ts'
import type { Visitor } from './visitor.ts'

export interface Scope {
  readonly siteId: number
  /** Only visitors of this environment; null for all. */
  readonly environmentId: number | null
  /** Names of the site's actions by their number. */
  readonly actions: ReadonlyMap<number, string>
}

interface Row {
  readonly ord: number
  readonly id: string
  readonly issued_at: Date
  readonly outcome: number
  readonly round: number
  readonly score: number
  readonly reasons: string
  readonly first_score: number | null
  readonly first_reasons: string | null
  readonly decision: number
  readonly rule: number
  readonly flags: number
  readonly work_hashes: number
  readonly browser: string
  readonly network: string
  readonly country: string | null
  readonly asn: number
  readonly network_kind: number
  readonly language: string | null
  readonly hostname: string
  readonly action: number
  readonly label: number | null
}

/** Finished verifications of a site in some windows, at most `limit`, and the windows that are left to read; null when all were read. */
export async function readVisitors(
  db: Database,
  scope: Scope,
  place: Place,
  limit: number,
): Promise<{ readonly visitors: Visitor[]; readonly rest: Place | null }> {
  const { windows, after } = place
  const rows = await db.query('captcha-what-if-rows', statement, [
    scope.siteId,
    plainArray(windows.map(({ from }) => from)),
    plainArray(windows.map(({ to }) => to)),
    after?.issuedAt ?? null,
    after?.id ?? null,
    scope.environmentId,
    limit,
  ])
  const last = rows.at(-1)
  const isWhole = rows.length < limit || last === undefined
  const rest = isWhole
    ? null
    : { windows: windows.slice(last.ord - 1), after: { issuedAt: last.issued_at, id: last.id } }
  return { visitors: rows.map((row) => toVisitor(row, scope)), rest }
}

/** Where reading goes on: in the first of these windows after a row, in the others from their start. */
export interface Place {
  readonly windows: readonly Window[]
  readonly after: { readonly issuedAt: Date; readonly id: string } | null
}

// The lookups are kept apart by `offset 0`, so that each stays one step in an index and reaches one day's partition.
const statement = `
select w.ord::int as ord, v.*, p.score as first_score, p.reasons as first_reasons,
  (select f.label from captcha.feedback f where f.verification_id = v.id and f.issued_at = v.issued_at) as label
from (
  select to_timestamp(from_ms / 1000.0) as from_at, to_timestamp(to_ms / 1000.0) as to_at, ord
  from unnest($2::bigint[], $3::bigint[]) with ordinality as u(from_ms, to_ms, ord) order by ord
) w
cross join lateral (
  select v.id, v.issued_at, v.outcome, v.round, v.score, v.reasons, v.decision, v.rule, v.flags, v.work_hashes, v.browser, v.network::text as network,
    v.country, v.asn::float8 as asn, v.network_kind, v.language, v.hostname, v.action
  from captcha.verifications v
  where v.site_id = $1 and v.outcome < 3 and v.issued_at >= w.from_at and v.issued_at < w.to_at and
    (w.ord > 1 or $4::timestamptz is null or (v.issued_at, v.id) < ($4, $5::uuid)) and ($6::int is null or v.environment_id = $6) and v.decision <> ${decidedBy.indexOf('PROBE')}
  order by v.issued_at desc, v.id desc limit $7
) v
left join lateral (
  select f.score, f.reasons from captcha.verifications f where v.round = 1 and f.id = v.id and f.round = 0 and f.issued_at = v.issued_at offset 0
) p on true
order by w.ord limit $7`

function toVisitor(row: Row, { actions }: Scope): Visitor {
  const last = { score: row.score, reasons: row.reasons }
  const { country, asn, language, hostname } = row
  return {
    id: row.id,
    issuedAt: row.issued_at.getTime(),
    outcome: outcomeOf(row.outcome),
    decision: decidedBy[row.decision] ?? 'SCORE',
    rule: row.rule,
    flags: row.flags,
    atOnce: row.work_hashes === 0,
    first:
      row.first_score === null || row.first_reasons === null
        ? last
        : { score: row.first_score, reasons: row.first_reasons },
    last,
    hadExtraWork: row.round > 0,
    browser: row.browser,
    network: row.network,
    facts: {
      country,
      asn,
      networkKind: networkKinds[row.network_kind] ?? 'unknown',
      language,
      hostname,
      action: row.action === 0 ? null : (actions.get(row.action) ?? null),
    },
    label: row.label === null ? null : row.label === 1 ? 'BOT' : 'PERSON',
  }
}

function outcomeOf(stored: number): Outcome {
  return stored === 0 ? 'PASSED' : stored === 1 ? 'FLAGGED' : 'REFUSED'
}

/** Starts of a site in a window, to the quarter of an hour, that were asked to wait. */
export async function countThrottled(
  db: Database,
  { siteId, environmentId }: Pick<Scope, 'siteId' | 'environmentId'>,
  { from, to }: Window,
): Promise<number> {
  const [row] = await db.query(
    'captcha-what-if-throttled',
    `select coalesce(sum(n), 0)::float8 as n from captcha.rollup_hourly
     where site_id = $1 and dimension = ${dimensions.event} and value in ('${countKind.throttled}', '${countKind.answerThrottled}') and hour >= $2 and hour < $3
       and ($4::int is null or environment_id = $4)`,
    [siteId, new Date(from), new Date(to), environmentId],
  )
  return row?.n ?? 0
}

/** Finished verifications of a site in a window, counted up to a number. */
export async function countVisitors(db: Database, siteId: number, { from, to }: Window, most: number): Promise<number> {
  const [row] = await db.query(
    'captcha-what-if-count',
    `select count(*)::int as n from (
       select from captcha.verifications where site_id = $1 and outcome < 3 and issued_at >= $2 and issued_at < $3 limit $4
     ) counted`,
    [siteId, new Date(from), new Date(to), most],
  )
  return row?.n ?? 0
}

/** The same in many windows together, each counted up to a number. */
export async function countInWindows(
  db: Database,
  siteId: number,
  windows: readonly Window[],
  perWindowMax: number,
): Promise<number> {
  const [row] = await db.query(
    'captcha-what-if-probe',
    `select coalesce(sum(c.n), 0)::int as n
     from (select to_timestamp(f / 1000.0) as f, to_timestamp(t / 1000.0) as t from unnest($2::bigint[], $3::bigint[]) as u(f, t) offset 0) w
     cross join lateral (
       select count(*) as n from (
         select from captcha.verifications where site_id = $1 and outcome < 3 and issued_at >= w.f and issued_at < w.t limit $4
       ) counted
     ) c`,
    [siteId, plainArray(windows.map(({ from }) => from)), plainArray(windows.map(({ to }) => to)), perWindowMax],
  )
  return row?.n ?? 0
}
