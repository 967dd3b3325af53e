import type { Queries } from '@bollard/database'

/** One line that the roll-ups have otherwise than it should be. */
export interface WrongLine {
  readonly where: string
  readonly line: string
  readonly expected: string | null
  readonly found: string | null
}

const figures = `format('%s %s %s %s %s', n, passed, flagged, refused, fetched)`

/**
 * Counts every dimension of the log anew, row by row, and tells where the roll-ups differ: days against the log, and days
 * against hours and quarters. Events without a row (from 10 on in `countKind`, less those told by rows) are compared between
 * days and quarters alone. Expects that everything is rolled, nothing folded, trimmed or erased, and time zones of whole hours.
 */
export async function recountRollups(db: Queries): Promise<WrongLine[]> {
  return db.query<WrongLine>('recount', statement)
}

const zone = `(select s.time_zone from captcha.sites s where s.id = v.site_id)`

const statement = `
with log as materialized (
  select v.*, (v.issued_at at time zone ${zone})::date as day, r.verification_id is not null and v.outcome < 2 as counts_fetched,
    r.verification_id is not null as is_fetched, coalesce(r.n, 0) as takes
  from captcha.verifications v left join captcha.redemptions r on r.verification_id = v.id and r.issued_at = v.issued_at
), told as (
  select l.site_id, l.environment_id, l.day, d.dimension, d.value, count(*) as n, count(*) filter (where l.outcome = 0) as passed,
    count(*) filter (where l.outcome = 1) as flagged, count(*) filter (where l.outcome = 2) as refused, count(*) filter (where l.counts_fetched) as fetched
  from log l cross join lateral (
    values (0, ''), (2, coalesce(l.country, '')), (3, coalesce(nullif(l.asn, 0)::text, '')), (4, l.network_kind::text), (5, l.browser), (6, l.operating_system),
      (7, l.device), (8, l.hostname), (9, coalesce(nullif(l.action, 0)::text, '')), (10, coalesce(l.language, '')), (11, coalesce(nullif(l.rule, 0)::text, '')),
      (12, coalesce(nullif(l.bypass_key, 0)::text, '')), (13, l.decision::text),
      (16, least(19, floor(l.score * 20))::int::text), (17, case when l.check_ms = 0 then '' else least(95, floor(ln(l.check_ms) / ln(1.12)))::int::text end)
    union all select 15, w.code from string_to_table(l.reasons, ' ') with ordinality as w(code, ord) where w.ord % 2 = 1
  ) as d(dimension, value)
  where l.outcome < 3 and l.decision <> 8 group by 1, 2, 3, 4, 5
  union all
  select site_id, environment_id, day, 14, case when reasons ~ '^[^ ]+ 0/' then '' else split_part(reasons, ' ', 1) end, count(*), 0, 0, count(*), 0 from log where outcome = 2 and decision <> 8 group by 1, 2, 3, 5
  union all
  select l.site_id, l.environment_id, l.day, 1, e.kind::text, sum(e.n), 0, 0, 0, 0
  from log l cross join lateral (values (3, (l.outcome = 3)::int), (19, greatest(l.takes - 1, 0)), (20, (l.is_fetched and l.outcome = 2)::int),
    (21, (l.decision = 2 and l.outcome < 3)::int), (22, (l.decision = 1 and l.outcome = 2)::int)) as e(kind, n)
  where e.n > 0 and l.decision <> 8 group by 1, 2, 3, 5
), expected as (
  select format('%s/%s %s %s "%s"', site_id, environment_id, day, dimension, value) as line, ${figures} as figures from told
), daily as (
  select format('%s/%s %s %s "%s"', site_id, environment_id, day, dimension, value) as line, ${figures} as figures, dimension = 1 and value::int between 10 and 18 or dimension = 1 and value::int > 22 as is_loose
  from captcha.rollup_daily
), hourly as (
  select format('%s/%s %s %s "%s"', v.site_id, v.environment_id, (v.hour at time zone ${zone})::date, v.dimension, v.value) as line,
    format('%s %s %s %s %s', sum(v.n), sum(v.passed), sum(v.flagged), sum(v.refused), sum(v.fetched)) as figures
  from captcha.rollup_hourly v group by v.site_id, v.environment_id, (v.hour at time zone ${zone})::date, v.dimension, v.value
)
select 'log and days' as "where", coalesce(e.line, d.line) as line, e.figures as expected, d.figures as found
from expected e full join (select * from daily where not is_loose) d on d.line = e.line where e.figures is distinct from d.figures
union all
select 'days and hours', coalesce(d.line, h.line), d.figures, h.figures
from daily d full join hourly h on h.line = d.line where d.figures is distinct from h.figures
order by 1, 2 limit 50`
