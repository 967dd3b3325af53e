-- All moments are milliseconds since 1970, and come from the process that asks. `limit/*.ts` has the same arithmetic and says why it is so.

-- The cell without what no longer counts at `now`. What lies more than a minute ahead was written by a clock that was wrong.
create or replace function settled(c cells, kind text, span bigint, origin bigint, now bigint) returns cells
  language plpgsql stable set search_path = protection_limits, pg_temp as $$
declare
  newest bigint;
begin
  case kind
    when 'COUNTER' then
      if c.at < origin or c.at > origin + span + 60000 or cardinality(c.slots) <> 1 then
        c.at := origin;
        c.slots := array[0];
      end if;
    when 'LOG' then
      c.slots := array(
        select taken from unnest(c.slots) taken where taken > now - span and taken <= now + 60000 order by taken);
    when 'SLOTS' then
      newest := now / span;
      if newest - c.at >= 16 or c.at > newest + 1 + 60000 / span or cardinality(c.slots) <> 16 then
        c.at := newest;
        c.slots := array_fill(0::bigint, array[16]);
      else
        for number in c.at + 1 .. newest loop
          c.slots[number % 16 + 1] := 0;
        end loop;
        c.at := greatest(c.at, newest);
      end if;
    when 'BUCKET' then
      if c.at > now + 60000 or cardinality(c.slots) <> 1 then
        c.at := now;
        c.slots := array[0];
      elsif now > c.at then
        c.slots[1] := greatest(0, c.slots[1] - (now - c.at) * origin);
        c.at := now;
      end if;
    when 'LEASES' then
      select coalesce(array_agg(e order by e), '{}'), coalesce(array_agg(l order by e), '{}') into c.slots, c.leases
        from unnest(c.slots, c.leases) held(e, l) where e > now and e <= now + span + 60000;
  end case;
  return c;
end $$;

-- What is used, in units of the limit; of a bucket in parts of a token, of which `span` are one.
create or replace function used(c cells, kind text) returns bigint language sql immutable set search_path = protection_limits, pg_temp
  return case when kind in ('LOG', 'LEASES') then cardinality(c.slots) else (select coalesce(sum(s), 0) from unnest(c.slots) s) end;

create or replace function added(c cells, kind text, cost bigint, span bigint, now bigint, lease uuid) returns cells
  language plpgsql stable set search_path = protection_limits, pg_temp as $$
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

-- From when on the cell says nothing that a new one doesn't say.
create or replace function expiry(c cells, kind text, span bigint, origin bigint, now bigint) returns bigint
  language sql immutable set search_path = protection_limits, pg_temp
  return greatest(c.standing[4], case kind
    when 'COUNTER' then c.at + span
    when 'SLOTS' then (c.at + 16) * span
    when 'BUCKET' then c.at + c.slots[1] / origin + 1
    when 'LOG' then coalesce(c.slots[cardinality(c.slots)], now) + span
    else coalesce((select max(s) from unnest(c.slots) s), now)
  end);

-- The key's row, locked until the statement ends. It is made where there is none.
create or replace function locked(wanted bytea) returns cells language plpgsql volatile set search_path = protection_limits, pg_temp as $$
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

-- Decides and counts all charges of a request in one step: see `LimitStore.take`. Rows are locked in the order of their keys, so that no
-- two requests ever wait for each other. Limits of another statement that has locked a row are waited for.
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
