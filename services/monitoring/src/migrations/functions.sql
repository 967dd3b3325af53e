-- The solution that the running transaction is for; null, which is like none, where it has not said so.
create or replace function current_solution() returns uuid language sql stable
  return nullif(current_setting('bollard.solution', true), '')::uuid;

-- Who calls in the running transaction: the id of a person, or `key:` and the number of an API key.
create or replace function current_caller() returns text language sql stable
  return nullif(current_setting('bollard.caller', true), '');

-- What a bound call may add to the audit log: what its caller does to its solution.
create or replace function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable
  set search_path = pg_catalog
  return coalesce(scope = 'SOLUTION' and scope_id = monitoring.current_solution()::text
    and case when actor_kind = 'USER' then actor_id = monitoring.current_caller()
      when actor_kind = 'API_KEY' then exists (select from monitoring.api_keys k where k.solution_id = monitoring.current_solution()
        and k.id::text = actor_id and 'key:' || k.number = monitoring.current_caller()) end, false);

-- Which slugs have a page already, whoever has it, other than these pages. That a name is taken, everybody can see.
create or replace function taken_names(names text[], but uuid[]) returns setof text language sql stable security definer set search_path = pg_catalog
  begin atomic
    select slug from monitoring.status_pages where slug = any (names) and id <> all (but);
  end;

-- How often an address was asked since a time whether it wants alerts, by all solutions: nobody may learn by which.
create or replace function count_asked(asked text, since timestamptz) returns bigint language sql stable security definer set search_path = pg_catalog
  begin atomic
    select count(*) from monitoring.alert_addresses where address = asked and asked_at > since;
  end;

-- A host that is new to a page is proven by nothing, whatever a call says.
create or replace function begin_host_proof() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and new.host is not distinct from old.host then
    return new;
  end if;
  new.host_since := case when new.host is not null then new.updated_at end;
  new.host_due_at := new.host_since;
  new.host_served := false;
  new.host_proven_at := null;
  new.host_checked_at := null;
  new.host_found := null;
  new.host_points_here := null;
  new.host_ends_at := null;
  return new;
end $$;
create or replace trigger status_pages_host before insert or update of host on status_pages for each row execute function begin_host_proof();
