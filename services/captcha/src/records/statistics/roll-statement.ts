import { decidedBy } from '@bollard/contracts'
import { countKind } from '../store/counts.ts'
import { mixedPart } from '../store/queue-parts.ts'
import { queuedFacts } from '../store/queued-facts.ts'
import { checkTimeGrowth, dimensions, scoreBuckets } from './dimensions.ts'

interface FactColumn {
  readonly column: string
  readonly dimension: number
  /** The text that the roll-ups keep of it. */
  readonly value: string
}
const orEmpty = (column: string): string => `case when ${column} = 0 then '' else ${column}::text end`
/** Columns that go together: visitors have few combinations of them. */
const ofClient: readonly FactColumn[] = [
  { column: 'browser', dimension: dimensions.browser, value: 'browser' },
  { column: 'operating_system', dimension: dimensions.operatingSystem, value: 'operating_system' },
  { column: 'device', dimension: dimensions.device, value: 'device' },
  { column: 'hostname', dimension: dimensions.hostname, value: 'hostname' },
  { column: 'action', dimension: dimensions.action, value: orEmpty('action') },
  { column: 'language', dimension: dimensions.language, value: `coalesce(language, '')` },
  { column: 'rule', dimension: dimensions.rule, value: orEmpty('rule') },
  { column: 'bypass_key', dimension: dimensions.bypassKey, value: orEmpty('bypass_key') },
  { column: 'decision', dimension: dimensions.decision, value: 'decision::text' },
]
const ofNetwork: readonly FactColumn[] = [
  { column: 'country', dimension: dimensions.country, value: `coalesce(country, '')` },
  { column: 'asn', dimension: dimensions.asn, value: orEmpty('asn') },
  { column: 'network_kind', dimension: dimensions.networkKind, value: 'network_kind::text' },
]
const alone: readonly FactColumn[] = [
  { column: 'score_bucket', dimension: dimensions.score, value: 'score_bucket::text' },
  { column: 'time_bucket', dimension: dimensions.checkTime, value: `coalesce(time_bucket::text, '')` },
]
const names = (list: readonly FactColumn[]): string => list.map(({ column }) => column).join(', ')
const valueColumns = names([...ofClient, ...ofNetwork, ...alone])

/** Buckets of a fact's score and check time; `prefix` names its table. */
export const bucketColumns = (prefix: string): string => `
  greatest(0, least(${scoreBuckets - 1}, floor(${prefix}score * ${scoreBuckets})))::int as score_bucket,
  case when ${prefix}check_ms > 0 then least(95, floor(ln(${prefix}check_ms) / ln(${checkTimeGrowth})))::int end as time_bucket`

/**
 * What one fact adds; a result that was taken adds to `fetched` alone. `event` is what happened besides: a round that led to
 * more work, or the result of a refused visitor that was taken.
 */
export const weightColumns = ({ outcome, fetched }: { outcome: string; fetched: string }): string => {
  const ends = (condition: string): string => `(not ${fetched} and ${outcome} ${condition})::int`
  return `
  ${ends(`< ${countKind.steppedUp}`)} as n, ${ends(`= ${countKind.passed}`)} as passed, ${ends(`= ${countKind.flagged}`)} as flagged,
  ${ends(`= ${countKind.refused}`)} as refused, (${fetched} and ${outcome} < ${countKind.refused})::int as fetched,
  case when ${outcome} = ${countKind.steppedUp} then ${countKind.steppedUp} when ${outcome} = ${countKind.refused} and ${fetched} then ${countKind.fetchedOfRefused}
    else 0 end as event`
}

/** The first reason. What volume did to the work stands last and is none: where it stands alone, nothing spoke against the visitor. */
export const mainReason = (reasons: string): string =>
  `case when split_part(${reasons}, ' ', 2) like '0/%' then '' else split_part(${reasons}, ' ', 1) end`

const sums =
  'sum(n)::bigint as n, sum(passed)::bigint as passed, sum(flagged)::bigint as flagged, sum(refused)::bigint as refused, sum(fetched)::bigint as fetched'
const columns = 'site_id, environment_id, quarter, dimension, value, n, passed, flagged, refused, fetched'

const key = 'site_id, environment_id, quarter'
/** Which dimension a line is of: PostgreSQL's `grouping` tells 0 for a column that the line is grouped by. */
const setOf = (list: readonly FactColumn[]): string =>
  `case ${list.map(({ column, dimension }) => `when grouping(${column}) = 0 then ${dimension}`).join(' ')} else ${dimensions.total} end`
const sets = (list: readonly FactColumn[]): string => list.map(({ column }) => `(${column})`).join(', ')
const valueOf = (list: readonly FactColumn[]): string =>
  list.map(({ dimension, value }) => `when ${dimension} then ${value}`).join(' ')

/**
 * Common table expressions that group the facts of `source` (a table with `site_id, environment_id, quarter`, the weights,
 * `reasons` and the columns of the dimensions) into `name` with the columns of a roll-up.
 *
 * Each fact is hashed six times and not once for each dimension: first by combinations, then those by their parts.
 */
export function groupFacts(name: string, source: string): string {
  const parts = (list: readonly FactColumn[], from: string, withTotal: boolean): string => `
  select ${key}, dimension::smallint as dimension, case dimension ${valueOf(list)} else '' end as value, n, passed, flagged, refused, fetched
  from (select ${key}, ${names(list)}, ${sums}, ${setOf(list)} as dimension
    from ${name}_sets where part = '${from}' group by ${key}, grouping sets (${withTotal ? '(), ' : ''}${sets(list)})) s`
  return `
${name}_sets as materialized (
  select ${key}, ${valueColumns}, reasons, ${sums},
    case when grouping(browser) = 0 then 'client' when grouping(asn) = 0 then 'network' when grouping(reasons) = 0 then 'reasons'
      when grouping(score_bucket) = 0 then 'score' when grouping(event) = 0 then 'event' else 'time' end as part,
    event, count(*) as events
  from ${source}
  group by ${key}, grouping sets ((${names(ofClient)}), (${names(ofNetwork)}), ${sets(alone)}, (reasons), (event))
), ${name} as (
  ${parts(ofClient, 'client', true)}
  union all ${parts(ofNetwork, 'network', false)}
  union all select ${key}, ${dimensions.score}::smallint, score_bucket::text, n, passed, flagged, refused, fetched from ${name}_sets where part = 'score'
  union all select ${key}, ${dimensions.checkTime}::smallint, coalesce(time_bucket::text, ''), n, passed, flagged, refused, fetched
    from ${name}_sets where part = 'time'
  union all select ${key}, ${dimensions.mainReason}::smallint, ${mainReason('reasons')}, sum(refused)::bigint, 0, 0, sum(refused)::bigint, 0
    from ${name}_sets where part = 'reasons' and refused <> 0 group by ${key}, 5
  union all select ${key}, ${dimensions.reason}::smallint, w.code, ${sums}
    from ${name}_sets cross join lateral string_to_table(reasons, ' ') with ordinality as w(code, ord)
    where part = 'reasons' and reasons <> '' and w.ord % 2 = 1 group by ${key}, 5
)`
}

/** The time zone in which a site counts days at a time. */
export const zoneAt = (siteId: string, at: string): string =>
  `coalesce((select z.zone from captcha.rollup_zones z where z.site_id = ${siteId} and z.since <= ${at} order by z.since desc limit 1), 'UTC')`

/** What our own monitoring does is no visitor: it is counted as an event alone, see `countKind`. */
export const probed = decidedBy.indexOf('PROBE')

const quarterSeconds = 900
export const timeOfQuarter = (quarter: string): string => `to_timestamp(${quarter} * ${quarterSeconds})`
/** Quarters of an hour since 1970. */
export const quarterOf = (at: string): string => `floor(extract(epoch from ${at}) / ${quarterSeconds})::bigint`

const event = (kind: number, weight: string): string =>
  `site_id, environment_id, quarter, ${dimensions.event}::smallint as dimension, '${kind}' as value, ${weight} as n, 0, 0, 0, 0`

/**
 * Takes up to about $1 facts in at most $2 batches of each kind out of part $3 of the queue and adds them to the roll-ups, in one
 * statement. `moved` are further lines for the days alone, with `day` in place of `quarter`, and rows of mixed sites are taken,
 * too; see `rebuildDays`.
 */
export function rollStatement(moved?: { readonly expressions: string; readonly lines: string }): string {
  // Only with one part its index yields the rows in their order.
  const ofPart = moved === undefined ? 'part = $3::smallint' : `part in ($3::smallint, ${mixedPart})`
  return `
with taken as (
  delete from captcha.pending_rollups where ${ofPart} and id = any(array(
    select id from (
      select id, sum(n) over (order by id) - n as before
      from (select id, n from captcha.pending_rollups where ${ofPart} order by id limit $2::int) p) q
    where before < $1::int))
  returning *
), taken_counts as (
  delete from captcha.pending_counts where ${ofPart}
    and id = any(array(select id from captcha.pending_counts where ${ofPart} order by id limit $2::int))
  returning *
), rounds as (
  select f.site_id, f.environment_id, f.issued_ms / ${quarterSeconds * 1000} as quarter, f.fetched, f.outcome, f.country, f.asn, f.network_kind, f.browser,
    f.operating_system, f.device, f.hostname, f.action, f.language, f.rule, f.bypass_key, f.decision, f.reasons, ${bucketColumns('f.')}
  from (
    select ${queuedFacts.map(([array, column]) => `unnest(t.${array}) as ${column}`).join(', ')}, generate_subscripts(t.site_ids, 1) as ord, t.left_out, t.fetched
    from taken t) f
  where (f.left_out = '{}' or f.ord <> all (f.left_out)) and f.decision <> ${probed}
), facts as (
  select r.site_id, r.environment_id, r.quarter, ${valueColumns}, r.reasons, ${weightColumns({ outcome: 'r.outcome', fetched: 'r.fetched' })}
  from rounds r
), ${groupFacts('grouped', 'facts')}, events as (
  select c.site_id, c.environment_id, c.at_ms / ${quarterSeconds * 1000} as quarter, ${dimensions.event}::smallint as dimension, c.kind::text as value,
    c.n::bigint as n, 0 as passed, 0 as flagged, 0 as refused, 0 as fetched
  from taken_counts t cross join lateral unnest(t.site_ids, t.environment_ids, t.at_ms, t.kinds, t.ns) as c(site_id, environment_id, at_ms, kind, n)
  union all select site_id, environment_id, quarter, ${dimensions.event}::smallint, event::text, events, 0, 0, 0, 0 from grouped_sets where part = 'event' and event <> 0
  union all select ${event(countKind.bypassed, 'n')} from grouped where dimension = ${dimensions.decision} and value = '${decidedBy.indexOf('BYPASS_KEY')}' and n <> 0
  union all select ${event(countKind.blocked, 'refused')} from grouped where dimension = ${dimensions.decision} and value = '${decidedBy.indexOf('RULE')}' and refused <> 0
), lines as materialized (
  select ${columns} from grouped where n <> 0 or fetched <> 0
  union all select site_id, environment_id, quarter, dimension, value, sum(n)::bigint, 0, 0, 0, 0 from events group by 1, 2, 3, 4, 5
), dated as materialized (
  select s.site_id, s.quarter, s.at, (s.at at time zone ${zoneAt('s.site_id', 's.at')})::date as day
  from (select distinct site_id, quarter, ${timeOfQuarter('quarter')} as at from lines) s
), hourly as (
  insert into captcha.rollup_hourly as h (site_id, environment_id, hour, dimension, value, n, passed, flagged, refused, fetched)
  select l.site_id, l.environment_id, case when l.dimension <= ${dimensions.event} then d.at else date_bin('1 hour', d.at, 'epoch') end, l.dimension, l.value, ${sums}
  from lines l join dated d on d.site_id = l.site_id and d.quarter = l.quarter group by 1, 2, 3, 4, 5
  on conflict (site_id, dimension, hour, environment_id, value) do update
    set n = h.n + excluded.n, passed = h.passed + excluded.passed, flagged = h.flagged + excluded.flagged, refused = h.refused + excluded.refused,
      fetched = h.fetched + excluded.fetched
)${moved === undefined ? '' : `, ${moved.expressions}`}, daily as (
  insert into captcha.rollup_daily as y (site_id, environment_id, day, dimension, value, n, passed, flagged, refused, fetched)
  select site_id, environment_id, day, dimension, value, ${sums}
  from (
    select l.site_id, l.environment_id, d.day, l.dimension, l.value, l.n, l.passed, l.flagged, l.refused, l.fetched
    from lines l join dated d on d.site_id = l.site_id and d.quarter = l.quarter
    ${moved === undefined ? '' : `union all ${moved.lines}`}
  ) a group by 1, 2, 3, 4, 5
  on conflict (site_id, dimension, day, environment_id, value) do update
    set n = y.n + excluded.n, passed = y.passed + excluded.passed, flagged = y.flagged + excluded.flagged, refused = y.refused + excluded.refused,
      fetched = y.fetched + excluded.fetched
)
select (select coalesce(sum(n), 0) from taken)::int as facts, (select count(*) from taken)::int as batches,
  (select count(*) from taken_counts)::int as counts`
}
