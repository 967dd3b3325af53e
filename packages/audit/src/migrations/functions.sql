-- What an entry's hash is made of: all that the entry says, and the hash of the entry before. The hash itself is a HMAC of this under
-- a key that the database does not have, so the program makes it.
create or replace function digest_of(previous bytea, e entries) returns bytea language sql immutable set search_path = pg_catalog
  return sha256(previous || convert_to(jsonb_build_array(
    e.scope, e.scope_id, e.number, extract(epoch from e.at)::numeric(20, 6)::text, e.actor_kind, e.actor_id, e.action, e.target_kind, e.target_id,
    e.before, e.after, e.network, e.user_agent, e.request_id)::text, 'UTF8'));

-- Whether the role that runs the statements may add this entry: it says so itself, by the guard of its service.
create or replace function refuse_foreign_scope(e jsonb) returns void language plpgsql set search_path = pg_catalog as $$
declare
  -- The one that the statements run as, also when it comes here through a function of the owner.
  writer text := coalesce(nullif(current_setting('role'), 'none'), session_user);
  asked text;
  is_own boolean;
begin
  -- The owner, and any role that may become it.
  if pg_has_role(writer, current_user, 'member') then
    return;
  end if;
  select guard into asked from audit.writers where role = writer;
  if asked is not null then
    execute format('select %s($1, $2, $3, $4)', asked) into is_own using e->>'scope', e->>'scopeId', e->'actor'->>'kind', e->'actor'->>'id';
  end if;
  if is_own is not true then
    raise exception 'The role % may not add to the audit log of this scope in this name', writer using errcode = '42501';
  end if;
end $$;

-- The entry that comes next in its scope, still without a hash. Locks the head until the transaction ends, so that entries of one
-- scope wait for each other.
create or replace function next_entry(e jsonb) returns entries language plpgsql set search_path = pg_catalog as $$
declare
  head audit.heads;
  row audit.entries;
begin
  insert into audit.heads (scope, scope_id, number, hash) values (e->>'scope', e->>'scopeId', 0, '\x00') on conflict do nothing;
  select * into head from audit.heads where scope = e->>'scope' and scope_id = e->>'scopeId' for update;
  row.scope := e->>'scope';
  row.scope_id := e->>'scopeId';
  row.number := head.number + 1;
  row.at := (e->>'at')::timestamptz;
  row.actor_kind := e->'actor'->>'kind';
  row.actor_id := e->'actor'->>'id';
  row.action := e->>'action';
  row.target_kind := e->'target'->>'kind';
  row.target_id := e->'target'->>'id';
  row.before := nullif(e->'before', 'null'::jsonb);
  row.after := nullif(e->'after', 'null'::jsonb);
  row.network := e->'from'->>'network';
  row.user_agent := e->'from'->>'userAgent';
  row.request_id := e->'from'->>'requestId';
  row.previous_hash := head.hash;
  return row;
end $$;

-- First step of adding an entry: what its hash is to be made of.
create or replace function prepare(e jsonb) returns bytea language plpgsql security definer set search_path = pg_catalog as $$
declare
  row audit.entries;
begin
  perform audit.refuse_foreign_scope(e);
  row := audit.next_entry(e);
  return audit.digest_of(row.previous_hash, row);
end $$;

-- Second step: adds the same entry with its hash. A wrong hash shows when the chain is verified, like any other forgery.
create or replace function append(e jsonb, signed bytea) returns bigint language plpgsql security definer set search_path = pg_catalog as $$
declare
  row audit.entries;
begin
  perform audit.refuse_foreign_scope(e);
  row := audit.next_entry(e);
  row.hash := signed;
  insert into audit.entries (scope, scope_id, number, at, actor_kind, actor_id, action, target_kind, target_id, before, after, network, user_agent,
    request_id, previous_hash, hash)
  values (row.scope, row.scope_id, row.number, row.at, row.actor_kind, row.actor_id, row.action, row.target_kind, row.target_id, row.before, row.after,
    row.network, row.user_agent, row.request_id, row.previous_hash, row.hash);
  update audit.heads set number = row.number, hash = row.hash where scope = row.scope and scope_id = row.scope_id;
  return row.number;
end $$;

-- Not even the owner of the tables changes an entry by mistake.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only';
end $$;
create or replace trigger entries_stay before update or delete on entries for each row execute function refuse_change();
create or replace trigger entries_stay_all before truncate on entries for each statement execute function refuse_change();

-- Lets a role add to the log, as far as the guard says. Each service calls it in its own `access.sql`.
create or replace function let_in(writer name, guard regproc) returns void language plpgsql set search_path = pg_catalog as $$
begin
  execute format('grant usage on schema audit to %I', writer);
  execute format('grant execute on function audit.prepare(jsonb), audit.append(jsonb, bytea) to %I', writer);
  insert into audit.writers values (writer, guard::text) on conflict (role) do update set guard = excluded.guard;
end $$;

-- The guard of the processes themselves: services run as them where no person's rights bound what they do.
create or replace function by_process(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql immutable
  set search_path = pg_catalog
  return true;
