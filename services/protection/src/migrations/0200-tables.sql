-- The part of a solution that this service has.
create table spaces (
  solution_id uuid primary key,
  effects text[] not null default '{}',
  state_number bigint not null default -1,
  time_zone text not null default 'Etc/UTC',
  settings jsonb not null,
  settings_version int not null default 1,
  -- Grows with each change that decisions depend on, so that processes know when to read it anew.
  policy_version int not null default 1,
  -- Requests in a month, as the plan says; null is no limit.
  plan_requests bigint,
  created_at timestamptz not null
);

create table limiters (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  config jsonb not null,
  mode text not null check (mode in ('DRY_RUN', 'LIVE')),
  -- While a change is on its way: where it is, since when, when it goes on, and what holds for those who do not have it yet.
  stage text check (stage in ('DRY_RUN', 'SHARE', 'ALL', 'ROLLED_BACK')),
  stage_at timestamptz,
  next_at timestamptz,
  former jsonb,
  former_mode text check (former_mode in ('DRY_RUN', 'LIVE')),
  fault text check (fault in ('PASS_RATE_FELL', 'ERRORS_ROSE', 'DENIALS_ROSE')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Grows with each change, so that what is counted of one is not taken for the next.
  round int not null default 0,
  version int not null default 1,
  unique (solution_id, name)
);
create index limiters_due on limiters (next_at) where next_at is not null;

create table limiter_overrides (
  id uuid primary key,
  limiter_id uuid not null references limiters on delete cascade,
  solution_id uuid not null,
  values text[] not null,
  -- Null: not limited.
  max int,
  until timestamptz,
  note text not null,
  created_at timestamptz not null,
  created_by text not null,
  unique (limiter_id, values)
);
create index limiter_overrides_by_solution on limiter_overrides (solution_id);

create table allowed_visitors (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  field text not null check (field in ('address', 'operator', 'user')),
  value text not null,
  until timestamptz,
  note text not null,
  created_at timestamptz not null,
  created_by text not null,
  unique (solution_id, field, value)
);

-- Of a change that the guard watches: each visitor once, under a keyed hash that ends with the change. Unlogged: a crash of the server begins it anew.
create unlogged table guarded_visitors (
  limiter_id uuid not null,
  round int not null,
  visitor bytea not null,
  solution_id uuid not null,
  changed boolean not null,
  refused boolean not null,
  denied boolean not null,
  answers int not null,
  errors int not null,
  primary key (limiter_id, round, visitor)
);
create index guarded_visitors_by_solution on guarded_visitors (solution_id);

-- What limiters did by the hour; in a dry run, what they would have done.
create table limiter_hours (
  limiter_id uuid not null references limiters on delete cascade,
  solution_id uuid not null,
  hour timestamptz not null,
  counted bigint not null,
  challenged bigint not null,
  throttled bigint not null,
  denied bigint not null,
  primary key (limiter_id, hour)
);
create index limiter_hours_by_age on limiter_hours (hour);

-- Requests that an entry of the allow-list let through.
create table allowed_days (
  allowed_id uuid not null references allowed_visitors on delete cascade,
  solution_id uuid not null,
  day date not null,
  requests bigint not null,
  primary key (allowed_id, day)
);
create index allowed_days_by_age on allowed_days (day);

-- Requests that were decided about, which plans limit.
create table usage_days (
  solution_id uuid not null references spaces on delete cascade,
  day date not null,
  requests bigint not null,
  primary key (solution_id, day)
);

create table repeated_calls (
  caller text not null,
  -- The attempt that has the key, and since when.
  holder uuid not null,
  taken_at timestamptz not null,
  key_hash bytea not null,
  body_hash bytea not null,
  -- Both null until there is an answer.
  status integer,
  answer text,
  created_at timestamptz not null,
  primary key (caller, key_hash)
);
create index repeated_calls_by_age on repeated_calls (created_at);
