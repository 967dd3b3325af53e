-- One row for each job: runs are folded into it, so that a job that runs every two seconds leaves no more behind than a daily one.
create table jobs (
  name text primary key,
  every_seconds integer not null,
  last_started_at timestamptz,
  last_ended_at timestamptz,
  last_duration_ms integer,
  -- Why the last run failed, without addresses; null where it worked.
  error text,
  -- In a row.
  failures integer not null default 0,
  runs bigint not null default 0,
  -- Of the last hundred runs.
  durations_ms integer[] not null default '{}',
  -- Somebody asked for a run that has not ended yet.
  asked_at timestamptz,
  asked_by uuid,
  -- Until then the process that took the request may be alive.
  taken_until timestamptz
);

-- What operators changed for a while. What does not hold any more stays, as the record of it.
create table flags (
  id uuid primary key,
  name text not null,
  scope text not null check (scope in ('INSTALLATION', 'NETWORK', 'SOLUTION')),
  -- A network or the id of a solution; null for the installation.
  scope_id text check ((scope_id is null) = (scope = 'INSTALLATION')),
  number integer,
  texts jsonb,
  reason text not null,
  set_by uuid not null,
  set_at timestamptz not null,
  ends_at timestamptz not null,
  -- Ended before its time, or replaced.
  ended_at timestamptz
);
create index flags_by_end on flags (ends_at) where ended_at is null;

create table backups (
  id uuid primary key,
  kind text not null check (kind in ('BACKUP', 'RESTORE_TEST')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  ok boolean not null,
  detail jsonb not null
);
create index backups_by_end on backups (kind, ended_at desc);

-- Processes say every half minute that they live.
create table processes (
  id uuid primary key,
  role text not null,
  release text not null,
  node text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
