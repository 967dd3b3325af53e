-- Who did what. Rows are only ever added, through `audit.append`; each carries the hash of the one before in its scope, so
-- a row that was changed or taken away shows.
create table entries (
  id bigint generated always as identity primary key,
  -- What the entry belongs to, and who may read it: a solution, an organization, an account, or the deployment itself.
  scope text not null check (scope in ('SOLUTION', 'ORGANIZATION', 'ACCOUNT', 'SYSTEM')),
  scope_id text not null,
  -- 1 for the first entry of a scope.
  number bigint not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('USER', 'OPERATOR', 'SYSTEM')),
  actor_id text,
  action text not null,
  target_kind text,
  target_id text,
  before jsonb,
  after jsonb,
  -- The last part of the address is cut off before it comes here.
  network text,
  user_agent text,
  request_id text,
  previous_hash bytea not null,
  hash bytea not null,
  unique (scope, scope_id, number)
);
create index entries_by_actor on entries (actor_id, id) where actor_id is not null;

-- The newest entry of each scope; its lock makes entries of one scope wait for each other.
create table heads (
  scope text not null,
  scope_id text not null,
  number bigint not null,
  hash bytea not null,
  primary key (scope, scope_id)
);

create function hash_of(previous bytea, e entries) returns bytea language sql immutable set search_path = pg_catalog
  return sha256(previous || convert_to(jsonb_build_array(
    e.scope, e.scope_id, e.number, extract(epoch from e.at)::numeric(20, 6)::text, e.actor_kind, e.actor_id, e.action, e.target_kind, e.target_id,
    e.before, e.after, e.network, e.user_agent, e.request_id)::text, 'UTF8'));

create function append(e jsonb) returns bigint language plpgsql security definer set search_path = pg_catalog as $$
declare
  head audit.heads;
  row audit.entries;
begin
  insert into audit.heads values (e->>'scope', e->>'scopeId', 0, '\x00') on conflict do nothing;
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
  row.hash := audit.hash_of(head.hash, row);
  insert into audit.entries (scope, scope_id, number, at, actor_kind, actor_id, action, target_kind, target_id, before, after, network, user_agent,
    request_id, previous_hash, hash)
  values (row.scope, row.scope_id, row.number, row.at, row.actor_kind, row.actor_id, row.action, row.target_kind, row.target_id, row.before, row.after,
    row.network, row.user_agent, row.request_id, row.previous_hash, row.hash);
  update audit.heads set number = row.number, hash = row.hash where scope = row.scope and scope_id = row.scope_id;
  return row.number;
end $$;

-- Not even the owner of the tables changes an entry by mistake.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only';
end $$;
create trigger entries_stay before update or delete on entries for each row execute function refuse_change();
create trigger entries_stay_all before truncate on entries for each statement execute function refuse_change();

-- Every role of this database is a service of ours; all they can do is add.
revoke all on all functions in schema audit from public;
grant usage on schema audit to public;
grant execute on function append(jsonb) to public;
