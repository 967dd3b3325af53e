-- What was decided. Counts are of all requests; of the decisions, all that did not just let a request pass are kept, and a share of the others.
create table decisions (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  at timestamptz not null,
  source text not null check (source in ('API', 'MIDDLEWARE', 'GATEWAY', 'FORWARD_AUTH')),
  conclusion text not null check (conclusion in ('ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY')),
  dry_run text check (dry_run in ('ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY')),
  reasons jsonb not null,
  parts jsonb not null,
  failed_open boolean not null,
  control boolean not null,
  took_ms double precision not null,
  method text not null,
  host text not null,
  path text not null,
  country text,
  operator bigint,
  visitor bytea check (length(visitor) <= 16),
  browser text not null,
  program jsonb,
  probe boolean not null,
  rung text,
  solved boolean not null,
  ending text check (ending in ('SUCCESS', 'FAILURE', 'REFUSED')),
  status integer,
  labels jsonb not null,
  saved_bytes bigint,
  -- By limiter, for whom it counted the request.
  keys jsonb not null
);
create index decisions_by_age on decisions (solution_id, at, id);

-- By five minutes; after some days by quarters of an hour, and what has many values by hours.
create table counts (
  solution_id uuid not null references spaces on delete cascade,
  at timestamptz not null,
  dimension text not null,
  value text not null,
  step smallint not null default 5,
  allow bigint not null,
  challenge bigint not null,
  throttle bigint not null,
  deny bigint not null,
  primary key (solution_id, at, dimension, value)
);
create index counts_to_roll_up on counts (at) where step = 5;

-- Batches that are written, so that one whose answer was lost counts once. Reported decisions, so that each counts once, however often it is sent.
create table recorded_batches (id uuid primary key, at timestamptz not null);
create index recorded_batches_at on recorded_batches (at);
create table reported_ids (
  solution_id uuid not null references spaces on delete cascade,
  id uuid not null,
  at timestamptz not null,
  primary key (solution_id, id)
);
create index reported_ids_at on reported_ids (at);

-- Visitors who say that they were stopped.
create table blocked_reports (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  decision_id uuid not null,
  at timestamptz not null,
  message text not null,
  email text,
  state text not null default 'OPEN' check (state in ('OPEN', 'RIGHT', 'WRONG')),
  decided_by text,
  decided_at timestamptz,
  unique (solution_id, decision_id)
);
create index blocked_reports_by_age on blocked_reports (solution_id, at desc, id desc);
