-- From where a service is checked: none named is every place of the installation.
alter table services add column places text[] not null default '{}';
-- Whose schedule it is: a probe keeps its own times, so that these have no due time here.
alter table schedules add column probe_id uuid references probes on delete cascade;

-- Of its token only the public half of a key is kept. Tokens from before could not be used for anything.
alter table probes
  add column public_key text unique,
  add column software_version text,
  -- How far its clock was ahead, how many results waited there and how many found no room, and whether it had a line.
  add column clock_ms int,
  add column waiting int,
  add column dropped int,
  add column has_line boolean,
  -- The one of its processes that checks, until this moment.
  add column leased_by uuid,
  add column leased_until timestamptz;
update probes set revoked_at = now() where revoked_at is null;

-- Folders in which processes of a probe keep results: what each has delivered, and the number of its last call.
create table probe_instances (
  probe_id uuid not null references probes on delete cascade,
  instance uuid not null,
  last_nonce bigint not null,
  delivered bigint not null default 0,
  seen_at timestamptz not null,
  primary key (probe_id, instance)
);
create index probe_instances_by_age on probe_instances (seen_at);

-- Delivered results in the order of their number, until the engine has applied them.
create table probe_results (
  id bigint generated always as identity primary key,
  probe_id uuid not null references probes on delete cascade,
  solution_id uuid not null,
  service_id uuid not null,
  place text not null,
  version int not null,
  is_offline boolean not null,
  result jsonb not null
);
