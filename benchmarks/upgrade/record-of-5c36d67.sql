-- How commit 5c36d67 records answered rounds, word for word.
with inserted as (
  insert into captcha.verifications (id, round, site_id, issued_at, finished_at, outcome, score, check_ms, work_ms, work_hashes, hostname, action,
    browser, operating_system, device, language, network, reasons, country, asn, shadow_score, environment_id, decision, rule, bypass_key, network_kind, flags)
  select id, round, site_id, to_timestamp(issued_ms / 1000::float8), to_timestamp(finished_ms / 1000::float8), outcome, score, check_ms, work_ms,
    work_hashes, hostname, action, browser, operating_system, device, language, network, reasons, country, asn, shadow_score, environment_id, decision, rule,
    bypass_key, network_kind, flags
  from (
    select unnest($1::uuid[]) as id, unnest($2::smallint[]) as round, unnest($3::int[]) as site_id, unnest($4::bigint[]) as issued_ms,
      unnest($5::bigint[]) as finished_ms, unnest($6::smallint[]) as outcome, unnest($7::real[]) as score, unnest($8::int[]) as check_ms,
      unnest($9::int[]) as work_ms, unnest($10::float8[]) as work_hashes, unnest($11::text[]) as hostname, unnest($12::smallint[]) as action,
      unnest($13::text[]) as browser, unnest($14::text[]) as operating_system, unnest($15::text[]) as device, unnest($16::text[]) as language,
      unnest($17::cidr[]) as network, unnest($18::text[]) as reasons, unnest($19::text[]) as country, unnest($20::bigint[]) as asn,
      unnest($21::real[]) as shadow_score, unnest($22::int[]) as environment_id, unnest($23::smallint[]) as decision,
      unnest($24::smallint[]) as rule, unnest($25::smallint[]) as bypass_key, unnest($26::smallint[]) as network_kind,
      unnest($27::smallint[]) as flags) u
  on conflict do nothing
  returning id, round, site_id, finished_at
), repeated as materialized (
  select ord from (
    select id, round, ord::int as ord, row_number() over (partition by id, round order by ord) as nth
    from unnest($1::uuid[], $2::smallint[]) with ordinality as i(id, round, ord)) i
  where (select count(*) from inserted) < $28::int
    and (nth > 1 or not exists (select from inserted x where x.id = i.id and x.round = i.round))
), queued as (
  insert into captcha.pending_rollups (fetched, n, site_ids, environment_ids, issued_ms, outcomes, scores, check_ms, hostnames, actions, browsers,
    operating_systems, devices, languages, countries, asns, network_kinds, rules, bypass_keys, decisions, reasons, left_out)
  select false, $28::int, $3::int[], $22::int[], $4::bigint[], $6::smallint[], $7::real[], $8::int[], $11::text[], $12::smallint[], $13::text[],
    $14::text[], $15::text[], $16::text[], $19::text[], $20::bigint[], $26::smallint[], $24::smallint[], $25::smallint[], $23::smallint[], $18::text[],
    array(select ord from repeated)
  where exists (select from inserted)
), first_seen as (
  update captcha.sites s set first_verification_at = (select min(i.finished_at) from inserted i where i.site_id = s.id)
  from (
    select id from captcha.sites where id = any($3::int[]) and first_verification_at is null and id in (select site_id from inserted)
    order by id for no key update) f
  where s.id = f.id
)
select ord from repeated
