-- 32 bits that stay the same over versions of PostgreSQL: its own hash partitions rely on it.
create or replace function log_key(site int, week int, key text) returns int language sql immutable strict parallel safe
  return (hashtextextended(key, site::bigint * 1048576 + week) >> 32)::int;

-- Weeks since 1970 in UTC; they begin on Thursdays.
create or replace function log_week(at timestamptz) returns int language sql immutable strict parallel safe
  return floor(extract(epoch from at) / 604800)::int;

-- Stretches of a site between two times (`since` included, `until` not) in which every clause can be met, the newest first,
-- at most about `most`; a clause is an array of keys of which one must occur. Stretches over the end of a week are cut there.
-- Only the index of facts may be used: reading the sets themselves would take far longer. Row-level security keeps a bound call from that
-- index, so this runs with the owner's rights, and tells such a call of its own site alone.
create or replace function find_log_chunks(site int, since timestamptz, until timestamptz, clauses jsonb, most int)
  returns table (chunk_from timestamptz, chunk_to timestamptz) language plpgsql stable security definer
  set search_path = pg_catalog set enable_seqscan = off as $$
declare
  week int := captcha.log_week(until);
  oldest int := captcha.log_week(since);
  found_so_far int := 0;
  found_in_week int;
  conditions text;
begin
  if current_setting('role') = 'bollard_captcha' and site is distinct from captcha.current_site() then
    return;
  end if;
  while week >= oldest and found_so_far < most loop
    select string_agg(format('facts && %L::int[]', (select array_agg(captcha.log_key(site, week, key)) from jsonb_array_elements_text(clause) key)), ' and ')
      into conditions from jsonb_array_elements(clauses) clause;
    -- The fence keeps the index of sites out.
    return query execute format(
      'select greatest(c.from_at, $1), least(c.to_at, $2) from (select site_id, from_at, to_at from captcha.log_chunks where %s offset 0) c
       where c.site_id = $3 and c.to_at > $1 and c.from_at < $2 order by c.to_at desc limit $4', conditions)
      using greatest(to_timestamp(week * 604800.0), since), least(to_timestamp((week + 1) * 604800.0), until), site, most - found_so_far;
    get diagnostics found_in_week = row_count;
    found_so_far := found_so_far + found_in_week;
    week := week - 1;
  end loop;
end $$;

-- The site that the running transaction is for; null, which is like none, where it has not said so.
create or replace function current_site() returns int language sql stable
  return nullif(current_setting('bollard.site', true), '')::int;

-- Who calls in the running transaction: the id of a person, or `key:` and the number of an API key.
create or replace function current_caller() returns text language sql stable
  return nullif(current_setting('bollard.caller', true), '');

-- How often an address was asked since a time whether it wants to be told of alerts. Whoever may enter any address must not learn which
-- sites it is told of; the limit on mails to it counts them all the same.
create or replace function count_asked(asked text, since timestamptz) returns bigint language sql stable security definer set search_path = pg_catalog
  begin atomic
    select count(*) from captcha.alert_addresses where address = asked and asked_at > since;
  end;

-- Whether the running transaction is a call that operators make as such.
create or replace function is_operators() returns boolean language sql stable
  return coalesce(current_setting('bollard.operator', true), '') = 'on';

-- What a bound call may add to the audit log: what its caller does to the solution of its site, in the name of an operator where it is one.
create or replace function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable
  set search_path = pg_catalog
  return coalesce(scope = 'SOLUTION' and scope_id = (select s.solution_id::text from captcha.sites s where s.id = captcha.current_site())
    and case when actor_kind = 'USER' then actor_id = captcha.current_caller()
      when actor_kind = 'OPERATOR' then captcha.is_operators() and actor_id = captcha.current_caller()
      when actor_kind = 'API_KEY' then exists (select from captcha.api_keys k where k.site_id = captcha.current_site() and k.public_id::text = actor_id
        and 'key:' || k.id = captcha.current_caller()) end, false);

-- Makes the partition of a day and moves rows there that went into the default partition meanwhile. With the owner's rights, since
-- whoever runs the service may not create tables.
create or replace function make_partition(parent text, day date) returns void language plpgsql security definer set search_path = pg_catalog as $$
declare
  name constant text := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
  from_at constant timestamptz := day::timestamp at time zone 'UTC';
  to_at constant timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if parent not in ('verifications', 'redemptions', 'feedback') then
    raise exception 'captcha.% has no daily partitions', parent using errcode = '42501';
  end if;
  if to_regclass(format('captcha.%I', name)) is not null then
    return;
  end if;
  execute format('create table captcha.%I (like captcha.%I including defaults including constraints)', name, parent);
  execute format('with moved as (delete from captcha.%I where issued_at >= %L and issued_at < %L returning *) insert into captcha.%I select * from moved',
    parent || '_default', from_at, to_at, name);
  -- Whoever uses the table waits behind a change of its partitions, so the change itself waits only for a moment.
  perform set_config('lock_timeout', '25ms', true);
  execute format('alter table captcha.%I attach partition captcha.%I for values from (%L) to (%L)', parent, name, from_at, to_at);
end $$;

-- Drops the partition of a day, if it is there.
create or replace function drop_partition(parent text, day date) returns void language plpgsql security definer set search_path = pg_catalog as $$
declare
  name constant text := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
begin
  if parent not in ('verifications', 'redemptions', 'feedback') then
    raise exception 'captcha.% has no daily partitions', parent using errcode = '42501';
  end if;
  perform set_config('lock_timeout', '25ms', true);
  execute format('drop table if exists captcha.%I', name);
end $$;

-- Gives a database without any site the numbers of a cell: for its owner, before anything else uses it. Whether it has them.
create or replace function become_cell(wanted int) returns boolean language plpgsql set search_path = pg_catalog as $$
declare
  first constant bigint := greatest(1, wanted * 16777216::bigint);
  last constant bigint := (wanted + 1) * 16777216::bigint - 1;
  own int;
  name text;
begin
  select c.number into strict own from captcha.cell c for update;
  if own = wanted then
    return true;
  end if;
  if own <> 0 or exists (select from captcha.sites) then
    return false;
  end if;
  foreach name in array array['sites', 'environments', 'api_keys'] loop
    execute format('alter table captcha.%I alter column id set minvalue %s set maxvalue %s set start with %2$s restart', name, first, last);
  end loop;
  update captcha.cell set number = wanted;
  return true;
end $$;
