-- All moments are milliseconds since 1970, by the clock of this server unless the process that asks names one. `limit/*.ts` has the same arithmetic and says why it is so.
-- Functions that others call name no search path of their own: setting one takes longer than most of them do.

-- The moment that a caller names; without one, that of the clock here, so that the clocks of processes need not agree.
create or replace function moment_of(given bigint) returns bigint language sql volatile
  return coalesce(given, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);

-- The cell without what no longer counts at `now`. What lies more than a minute ahead was written before a clock was set back, and counts as if
-- it had been counted now.
create or replace function settled(c cells, kind text, span bigint, origin bigint, now bigint) returns cells
  language plpgsql stable as $$
declare
  begun bigint;
  newest bigint;
  total bigint;
begin
  case kind
    when 'COUNTER' then
      -- A caller whose clock is another names another window than the one that this moment is in. Months and days are not equally long, so what
      -- was begun about then is that window.
      begun := now - mod(mod(now - origin, span) + span, span);
      if cardinality(c.slots) = 1 and c.at between begun - span / 5 and now then
        return c;
      elsif c.at < begun or cardinality(c.slots) <> 1 then
        c.slots := array[0];
        c.at := begun;
      elsif c.at > now + 60000 then
        c.at := begun;
      end if;
    when 'LOG' then
      c.slots := array(
        select case when taken > now + 60000 then now else taken end from unnest(c.slots) taken where taken > now - span order by 1);
    when 'SLOTS' then
      newest := now / span;
      if newest - c.at >= 16 or cardinality(c.slots) <> 16 then
        c.at := newest;
        c.slots := array_fill(0::bigint, array[16]);
      elsif c.at > newest + 1 + 60000 / span then
        total := (select sum(slot) from unnest(c.slots) slot);
        c.at := newest;
        c.slots := array_fill(0::bigint, array[16]);
        c.slots[newest % 16 + 1] := total;
      else
        for number in c.at + 1 .. newest loop
          c.slots[number % 16 + 1] := 0;
        end loop;
        c.at := greatest(c.at, newest);
      end if;
    when 'BUCKET' then
      if cardinality(c.slots) <> 1 then
        c.at := now;
        c.slots := array[0];
      elsif c.at > now + 60000 then
        c.at := now;
      elsif now > c.at then
        c.slots[1] := greatest(0, c.slots[1] - (now - c.at) * origin);
        c.at := now;
      end if;
    when 'LEASES' then
      select coalesce(array_agg(e order by e), '{}'), coalesce(array_agg(l order by e), '{}') into c.slots, c.leases
        from (select case when e > now + span + 60000 then now + span else e end, l from unnest(c.slots, c.leases) given(e, l)) held(e, l) where e > now;
  end case;
  return c;
end $$;

-- What is used, in units of the limit; of a bucket in parts of a token, of which `span` are one. A plain expression, so that it costs no call.
create or replace function used(c cells, kind text) returns bigint language sql immutable
  return case kind when 'LOG' then cardinality(c.slots) when 'LEASES' then cardinality(c.slots)
    when 'SLOTS' then c.slots[1] + c.slots[2] + c.slots[3] + c.slots[4] + c.slots[5] + c.slots[6] + c.slots[7] + c.slots[8] + c.slots[9]
      + c.slots[10] + c.slots[11] + c.slots[12] + c.slots[13] + c.slots[14] + c.slots[15] + c.slots[16]
    else c.slots[1] end;

create or replace function added(c cells, kind text, cost bigint, span bigint, now bigint, lease uuid) returns cells
  language plpgsql stable as $$
begin
  case kind
    when 'COUNTER' then c.slots[1] := c.slots[1] + cost;
    -- A clock that is behind: from the last use on, so that they stay in order.
    when 'LOG' then c.slots := c.slots || array_fill(greatest(now, c.slots[cardinality(c.slots)]), array[cost::int]);
    when 'SLOTS' then c.slots[c.at % 16 + 1] := c.slots[c.at % 16 + 1] + cost;
    when 'BUCKET' then c.slots[1] := c.slots[1] + cost * span;
    when 'LEASES' then
      c.slots := c.slots || (now + span);
      c.leases := c.leases || lease;
  end case;
  return c;
end $$;

-- From when on the cell says nothing that a new one doesn't say. Of leases the last one may have been taken by a clock that is behind.
create or replace function expiry(c cells, kind text, span bigint, origin bigint, now bigint) returns bigint language sql immutable
  return greatest(c.standing[4], case kind
    when 'COUNTER' then c.at + span
    when 'SLOTS' then (c.at + 16) * span
    when 'BUCKET' then c.at + c.slots[1] / origin + 1
    when 'LOG' then coalesce(c.slots[cardinality(c.slots)], now) + span
    else greatest(c.slots[cardinality(c.slots) - 1], c.slots[cardinality(c.slots)], case when cardinality(c.slots) = 0 then now end)
  end);

-- Decides and counts the charges of some requests in one step, one request after the other: see `LimitStore.take`. `wanted` has the different keys
-- in their order, 16 bytes each; `asked` for each charge the number of its request, the place of its key, kind, mode, cost, ceiling, limit, span
-- and origin. Rows are made before any is locked, and locked in the order of their keys, so that no two statements ever wait for each other.
-- Without `nows` the clock here counts, read once the rows are locked. Answers a line for each charge: that clock if it was asked for, fits,
-- counted, at, step, since, owed, and the slots. No line at all: a row was swept in between, nothing is counted.
create or replace function charge_all(wanted bytea, asked bigint[], nows bigint[], leases uuid[]) returns setof text
  language plpgsql volatile set search_path = protection_limits, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  keys bytea[] := array(select substring(wanted from 16 * n + 1 for 16) from generate_series(0, length(wanted) / 16 - 1) n);
  kinds constant text[] := '{COUNTER,LOG,SLOTS,BUCKET,LEASES}';
  total constant int := array_length(asked, 1);
  cs cells[] := '{}';
  changed boolean[] := array_fill(false, array[cardinality(keys)]);
  room boolean[] := '{}';
  below boolean[] := '{}';
  passes boolean;
  counts boolean;
  c cells;
  kind text;
  clock bigint;
  now bigint;
  unit bigint;
  taken bigint;
  i int := 1;
  k int;
  place int;
begin
  insert into cells select wish, 0, '{}', '{}', '{}', 0 from unnest(keys) wish on conflict do nothing;
  for c in select * from cells where key = any (keys) order by key for no key update loop
    cs := cs || c;
  end loop;
  if cardinality(cs) < cardinality(keys) then
    return;
  end if;
  clock := case when cardinality(nows) = 0 then moment_of(null) end;
  while i <= total loop
    now := coalesce(clock, nows[asked[i][1]]);
    passes := true;
    k := i;
    while asked[k][1] = asked[i][1] loop
      place := asked[k][2];
      kind := kinds[asked[k][3]];
      c := settled(cs[place], kind, asked[k][8], asked[k][9], now);
      -- Moved back: kept also if nothing is counted, or it would be moved again with each request.
      if c.at < (cs[place]).at or c.slots[cardinality(c.slots)] < (cs[place]).slots[cardinality((cs[place]).slots)] and kind in ('LOG', 'LEASES') then
        c.expires_at := expiry(c, kind, asked[k][8], asked[k][9], now);
        changed[place] := true;
      end if;
      cs[place] := c;
      unit := case when kind = 'BUCKET' then asked[k][8] else 1 end;
      taken := used(c, kind) + asked[k][5] * unit;
      room[k] := taken <= asked[k][7] * unit;
      below[k] := taken <= asked[k][6] * unit;
      passes := passes and (room[k] or asked[k][4] <> 1);
      k := k + 1;
    end loop;
    while i < k loop
      place := asked[i][2];
      c := cs[place];
      counts := case when asked[i][4] = 3 then below[i] else passes and room[i] end;
      if counts then
        kind := kinds[asked[i][3]];
        c := added(c, kind, asked[i][5], asked[i][8], now, leases[asked[i][1]]);
        c.expires_at := expiry(c, kind, asked[i][8], asked[i][9], now);
        cs[place] := c;
        changed[place] := true;
      end if;
      return next concat_ws(' ', clock, room[i]::int, counts::int, c.at, coalesce(c.standing[1], 0), coalesce(c.standing[2], 0),
        coalesce(c.standing[3], 0), nullif(array_to_string(c.slots, ' '), ''));
      i := i + 1;
    end loop;
  end loop;
  update cells set at = n.at, slots = n.slots, leases = n.leases, expires_at = n.expires_at
    from unnest(cs, changed) n (key, at, slots, leases, standing, expires_at, changed) where n.changed and cells.key = n.key;
end $$;

-- Undoes what was counted at `taken_at`, as far as it still counts: see `LimitStore.giveBack`.
create or replace function give_back(
  kinds text[], keys bytea[], costs bigint[], spans bigint[], origins bigint[], taken_at bigint, now bigint, lease uuid
) returns void language plpgsql volatile set search_path = protection_limits, pg_temp as $$
declare
  c cells;
  slot bigint;
  i int;
begin
  for i in select nr from unnest(keys) with ordinality wanted(key, nr) order by key loop
    select * into c from cells where key = keys[i] for no key update;
    continue when not found;
    c := settled(c, kinds[i], spans[i], origins[i], now);
    case kinds[i]
      when 'COUNTER' then
        if taken_at >= c.at then
          c.slots[1] := greatest(0, c.slots[1] - costs[i]);
        end if;
      when 'LOG' then
        if taken_at > now - spans[i] then
          -- It lies later where the clock was behind.
          slot := 1 + (select count(*) from unnest(c.slots) t where t < taken_at);
          c.slots := c.slots[: slot - 1] || c.slots[slot + costs[i] :];
        end if;
      when 'SLOTS' then
        slot := taken_at / spans[i];
        if slot <= c.at and slot > c.at - 16 then
          c.slots[slot % 16 + 1] := greatest(0, c.slots[slot % 16 + 1] - costs[i]);
        end if;
      when 'BUCKET' then c.slots[1] := greatest(0, c.slots[1] - costs[i] * spans[i]);
      when 'LEASES' then
        select coalesce(array_agg(e order by e), '{}'), coalesce(array_agg(l order by e), '{}') into c.slots, c.leases
          from unnest(c.slots, c.leases) held(e, l) where l <> lease;
    end case;
    update cells set at = c.at, slots = c.slots, leases = c.leases, expires_at = expiry(c, kinds[i], spans[i], origins[i], now)
      where key = keys[i];
  end loop;
end $$;

-- Moves a key on its ladder: see `Move`. Where it stands on the ground, nothing is kept of it.
create or replace function stand(wanted bytea, step bigint, since bigint, owed bigint, until bigint) returns void
  language sql volatile set search_path = protection_limits, pg_temp
  begin atomic
    update cells set
      standing = case when step = 0 then '{}'
        else array[step, since, least(1000, greatest(0, coalesce(standing[3], 0) + owed)), until] end,
      expires_at = case when step = 0 then expires_at else greatest(expires_at, until) end
    where key = wanted;
  end;

-- Deletes rows that have expired, among `most` of them that come after a key. Answers the key to go on from, or null at the end.
create or replace function sweep(after bytea, most int, now bigint) returns bytea
  language sql volatile set search_path = protection_limits, pg_temp as $$
  with looked as materialized (select key, expires_at from cells where key > after order by key limit most),
  dead as (
    select key from cells where key in (select key from looked where expires_at <= now) and expires_at <= now order by key for update skip locked),
  gone as (delete from cells using dead where cells.key = dead.key)
  select key from looked order by key offset most - 1;
$$;

-- What processes of the release before call until they have drained; the next release drops these two.
create or replace function locked(wanted bytea) returns cells language plpgsql volatile as $$
declare
  c cells;
begin
  loop
    select * into c from cells where key = wanted for no key update;
    if found then
      return c;
    end if;
    -- It may be swept between the two.
    insert into cells values (wanted, 0, '{}', '{}', '{}', 0) on conflict do nothing;
  end loop;
end $$;

create or replace function take(
  kinds text[], keys bytea[], modes text[], costs bigint[], ceilings bigint[], caps bigint[], spans bigint[], origins bigint[],
  now bigint, lease uuid
) returns table (number int, fits boolean, counted boolean, at float8, slots float8[], standing float8[])
  language plpgsql volatile set search_path = protection_limits, pg_temp as $$
declare
  count int := cardinality(keys);
  cs cells[] := array_fill(null::cells, array[count]);
  room boolean[] := array_fill(false, array[count]);
  below boolean[] := array_fill(false, array[count]);
  passes boolean := true;
  unit bigint;
  taken bigint;
  i int;
begin
  for i in select nr from unnest(keys) with ordinality wanted(key, nr) order by key loop
    cs[i] := settled(locked(keys[i]), kinds[i], spans[i], origins[i], now);
    unit := case when kinds[i] = 'BUCKET' then spans[i] else 1 end;
    taken := used(cs[i], kinds[i]) + costs[i] * unit;
    room[i] := taken <= caps[i] * unit;
    below[i] := taken <= ceilings[i] * unit;
    passes := passes and (room[i] or modes[i] <> 'LIMIT');
  end loop;
  for i in 1 .. count loop
    number := i;
    fits := room[i];
    counted := case when modes[i] = 'METER' then below[i] else passes and room[i] end;
    if counted then
      cs[i] := added(cs[i], kinds[i], costs[i], spans[i], now, lease);
      update cells set at = cs[i].at, slots = cs[i].slots, leases = cs[i].leases,
        expires_at = expiry(cs[i], kinds[i], spans[i], origins[i], now) where key = keys[i];
    end if;
    at := cs[i].at;
    slots := cs[i].slots;
    standing := cs[i].standing;
    return next;
  end loop;
end $$;
