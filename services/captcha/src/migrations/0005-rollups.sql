-- Roll-ups. Whoever records rows, redeems results or counts loosely adds one row per batch to a queue, in the same statement;
-- a roller takes the queue, groups it and adds it to the roll-ups in one transaction. So every fact is counted exactly once,
-- and the hot statements wait for no row that others change too.

-- Facts of answered rounds, or of results taken for the first time, as arrays of the same length.
create table captcha.pending_rollups (
  id bigint generated always as identity primary key,
  -- False: rows of the log. True: their results were taken, which adds to `fetched` alone.
  fetched boolean not null,
  n int not null,
  site_ids int[] not null,
  environment_ids int[] not null,
  issued_ms bigint[] not null,
  outcomes smallint[] not null,
  scores real[] not null,
  check_ms int[] not null,
  hostnames text[] not null,
  actions smallint[] not null,
  browsers text[] not null,
  operating_systems text[] not null,
  devices text[] not null,
  languages text[] not null,
  countries text[] not null,
  asns bigint[] not null,
  network_kinds smallint[] not null,
  rules smallint[] not null,
  bypass_keys smallint[] not null,
  decisions smallint[] not null,
  reasons text[] not null,
  -- Positions (from 1) of those that were not recorded, because they had been before.
  left_out int[] not null default '{}'
);
-- A row lives about a second: to compress it would cost more than it saves.
alter table captcha.pending_rollups
  alter column site_ids set storage external, alter column environment_ids set storage external, alter column issued_ms set storage external,
  alter column outcomes set storage external, alter column scores set storage external, alter column check_ms set storage external,
  alter column hostnames set storage external, alter column actions set storage external, alter column browsers set storage external,
  alter column operating_systems set storage external, alter column devices set storage external, alter column languages set storage external,
  alter column countries set storage external, alter column asns set storage external, alter column network_kinds set storage external,
  alter column rules set storage external, alter column bypass_keys set storage external, alter column decisions set storage external,
  alter column reasons set storage external;
alter table captcha.pending_rollups set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_threshold = 1000000000);

-- Counts that no row of the log stands behind; see `countKind`.
create table captcha.pending_counts (
  id bigint generated always as identity primary key,
  site_ids int[] not null,
  environment_ids int[] not null,
  at_ms bigint[] not null,
  kinds smallint[] not null,
  ns int[] not null
);
alter table captcha.pending_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_threshold = 1000000000);

-- Dimensions and their values: see `dimensions` of the statistics. Everything is counted when its verification was issued.
create table captcha.rollup_hourly (
  site_id int not null,
  environment_id int not null,
  -- Start of the hour in UTC. Dimensions 0 (total) and 1 (events) are kept by the quarter of an hour, because the offset of
  -- every time zone is a multiple of that: of them hours and days of any zone can be added up.
  hour timestamptz not null,
  dimension smallint not null,
  value text not null,
  -- passed + flagged + refused; of events, how many.
  n bigint not null,
  passed bigint not null default 0,
  flagged bigint not null default 0,
  refused bigint not null default 0,
  -- Passed or flagged, and the customer's server took the result.
  fetched bigint not null default 0,
  primary key (site_id, dimension, hour, environment_id, value)
) with (fillfactor = 70);

create table captcha.rollup_daily (
  site_id int not null,
  environment_id int not null,
  -- In the time zone of the site, see `rollup_zones`.
  day date not null,
  dimension smallint not null,
  value text not null,
  n bigint not null,
  passed bigint not null default 0,
  flagged bigint not null default 0,
  refused bigint not null default 0,
  fetched bigint not null default 0,
  primary key (site_id, dimension, day, environment_id, value)
) with (fillfactor = 70);

-- In which time zone the days of a site are counted: what was issued at or after `since` in that of its row, the latest that
-- is not later. UTC where there is no row. When the owner changes the zone, `since` of the new one moves backwards while the
-- days of the log move over to it.
create table captcha.rollup_zones (
  site_id int not null references captcha.sites (id) on delete cascade,
  since timestamptz not null,
  zone text not null,
  primary key (site_id, since)
);

-- The log is counted anew, in every dimension; of the time before it stays what was counted then: without environments, and
-- at the time of the end, or of the retrieval, in place of that of the start.
create temporary table log_begins on commit drop as
  select site_id, date_bin('1 hour', min(issued_at), 'epoch') as at from captcha.verifications group by 1;
create temporary table former on commit drop as
  select c.site_id, coalesce((select min(e.id) from captcha.environments e where e.site_id = c.site_id), 0) as environment_id,
    c.hour, c.dimension::smallint as dimension, c.value, sum(c.n)::bigint as n, sum(c.passed)::bigint as passed, sum(c.flagged)::bigint as flagged,
    sum(c.refused)::bigint as refused, sum(c.fetched)::bigint as fetched
  from (
    select site_id, hour, 0 as dimension, '' as value, case when kind < 3 then n else 0 end as n, case when kind = 0 then n else 0 end as passed,
      case when kind = 1 then n else 0 end as flagged, case when kind = 2 then n else 0 end as refused, case when kind = 14 then n else 0 end as fetched
    from captcha.counts_hourly where kind in (0, 1, 2, 14)
    union all select site_id, hour, 1, kind::text, n, 0, 0, 0, 0 from captcha.counts_hourly where kind in (3, 10, 11, 12, 13, 15)
    -- Who began was not counted apart; nearly all of them got a challenge.
    union all select site_id, hour, 1, '16', n, 0, 0, 0, 0 from captcha.counts_hourly where kind = 10
    union all select site_id, hour, 14, reason, n, 0, 0, n, 0 from captcha.reason_hourly
    union all select site_id, hour, 17, bucket::text, n, 0, 0, 0, 0 from captcha.check_time_hourly
  ) c left join log_begins b on b.site_id = c.site_id
  where c.hour < coalesce(b.at, 'infinity') or (c.dimension = 1 and c.value <> '3')
  group by 1, 2, 3, 4, 5;
insert into captcha.rollup_hourly (site_id, environment_id, hour, dimension, value, n, passed, flagged, refused, fetched)
  select site_id, environment_id, hour, dimension, value, n, passed, flagged, refused, fetched from former;
insert into captcha.rollup_daily (site_id, environment_id, day, dimension, value, n, passed, flagged, refused, fetched)
  select site_id, environment_id, (hour at time zone 'UTC')::date, dimension, value, sum(n), sum(passed), sum(flagged), sum(refused), sum(fetched)
  from former group by 1, 2, 3, 4, 5;

insert into captcha.pending_rollups (fetched, n, site_ids, environment_ids, issued_ms, outcomes, scores, check_ms, hostnames, actions, browsers,
  operating_systems, devices, languages, countries, asns, network_kinds, rules, bypass_keys, decisions, reasons)
select f.fetched, count(*), array_agg(site_id), array_agg(environment_id), array_agg((extract(epoch from issued_at) * 1000)::bigint), array_agg(outcome),
  array_agg(score), array_agg(check_ms), array_agg(hostname), array_agg(action), array_agg(browser), array_agg(operating_system), array_agg(device),
  array_agg(language), array_agg(country), array_agg(asn), array_agg(network_kind), array_agg(rule), array_agg(bypass_key), array_agg(decision), array_agg(reasons)
from (
  select v.*, r.verification_id is not null as is_fetched, (row_number() over (order by v.issued_at) - 1) / 1000 as part
  from captcha.verifications v left join captcha.redemptions r on r.verification_id = v.id and r.issued_at = v.issued_at
) v cross join lateral (select false as fetched union all select true where v.is_fetched) f
group by v.part, f.fetched order by v.part, f.fetched;

drop table captcha.counts_hourly, captcha.check_time_hourly, captcha.reason_hourly;
