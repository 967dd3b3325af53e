import { scoreBucket } from './log-filter.ts'
import { networkPrefixes } from './stored-names.ts'

const { ipv4, ipv6 } = networkPrefixes

/** Keys of a row, each the name of a field and what the row has there; a field without a value gives none. */
const values = {
  outcome: 'outcome',
  environment: 'environment_id',
  country: 'country',
  asn: 'nullif(asn, 0)',
  kind: 'network_kind',
  system: 'operating_system',
  device: 'device',
  language: 'language',
  hostname: 'hostname',
  action: 'nullif(action, 0)',
  rule: 'nullif(rule, 0)',
  bypass: 'nullif(bypass_key, 0)',
  decision: 'decision',
  score: `least(floor(score::text::float8 * 1000 + 0.5)::int / ${scoreBucket.width}, ${scoreBucket.last})`,
} as const

const distinct = (expression: string): string => `(select distinct chunk, week, ${expression} as value from v) d`

/**
 * Summarises stretches of a site ($1), from times ($2) to times ($3), the first of which is $4 and the last $5: which keys occur
 * in each, hashed with site and week by `captcha.log_key`. `stored-filter.ts` asks for the same keys.
 */
export const chunkStatement = `
with stretch as materialized (
  select from_at, to_at from unnest($2::timestamptz[], $3::timestamptz[]) as u(from_at, to_at)
), v as materialized (
  select s.from_at as chunk, captcha.log_week(v.issued_at) as week, v.*
  from stretch s join captcha.verifications v on v.site_id = $1 and v.outcome < 3 and v.issued_at >= s.from_at and v.issued_at < s.to_at
  where v.issued_at >= $4 and v.issued_at < $5
), keys as (
  ${Object.entries(values)
    .map(
      ([field, expression]) =>
        `select chunk, week, '${field} ' || value as key from ${distinct(expression)} where value is not null`,
    )
    .join(' union all ')}
  union all
  select chunk, week, 'network ' || part from ${distinct('network')} cross join lateral unnest(case family(value)
    when 4 then array[value::text, set_masklen(value, ${ipv4.wide})::text, case when masklen(value) not in (0, ${ipv4.narrow}) then 'odd' end]
    else array[value::text, set_masklen(value, ${ipv6.wide})::text, case when masklen(value) not in (0, ${ipv6.narrow}) then 'odd' end] end) part where part is not null
  union all
  select chunk, week, 'reason ' || word from ${distinct('reasons')}
    cross join lateral unnest(string_to_array(value, ' ')) with ordinality as u(word, ord) where ord % 2 = 1 and word <> ''
  union all
  select chunk, week, 'browser ' || left(value, length) from ${distinct('browser')}
    cross join lateral generate_series(1, length(value)) length where length = length(value) or substr(value, length + 1, 1) in (' ', '.')
), sets as (
  select chunk, array_agg(distinct captcha.log_key($1, week, key)) as facts from keys group by chunk
)
insert into captcha.log_chunks (site_id, from_at, to_at, n, facts)
select $1, s.from_at, s.to_at, (select count(*) from v where v.chunk = s.from_at), coalesce(f.facts, '{}') from stretch s left join sets f on f.chunk = s.from_at`
