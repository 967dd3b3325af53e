-- The part of a solution that this service has; what its plan allows is copied here, so that no check asks billing.
create table spaces (
  solution_id uuid primary key,
  effects text[] not null default '{}',
  state_number bigint not null default -1,
  time_zone text not null default 'Etc/UTC',
  -- The shortest time between two checks, how many services are checked (null is no limit), and how long figures are kept.
  plan_interval_seconds int not null default 10,
  plan_services int,
  plan_result_days int not null default 400,
  created_at timestamptz not null
);

create table services (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  tags text[] not null,
  kind text not null check (kind in
    ('HTTP', 'CERTIFICATE', 'TCP', 'DNS', 'ICMP', 'DOMAIN', 'WEBSOCKET', 'SMTP', 'GRPC', 'HEARTBEAT', 'GROUP', 'MANUAL')),
  -- As the contract has it, with null where a secret is; the secret lies sealed beside it.
  config jsonb not null,
  secret bytea,
  secret_key_id int,
  interval_seconds int not null,
  retries int not null,
  confirmations int not null,
  recoveries int not null,
  slow_ms int,
  parent_id uuid references services,
  paused boolean not null default false,
  -- More services than the plan has room for: the oldest ones are checked.
  withheld boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index services_by_solution on services (solution_id, id);
create index services_by_parent on services (parent_id) where parent_id is not null;

-- Which groups a service is in.
create table group_members (
  group_id uuid not null references services on delete cascade,
  member_id uuid not null references services,
  solution_id uuid not null,
  primary key (group_id, member_id)
);
create index group_members_by_member on group_members (member_id);

-- What holds for a service now, and the machine that says so; written with every result.
create table service_states (
  service_id uuid primary key references services on delete cascade,
  solution_id uuid not null,
  state text not null check (state in ('UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'MAINTENANCE', 'PAUSED', 'UNKNOWN')),
  since timestamptz not null,
  machine jsonb not null,
  -- When something is to happen though nothing was heard: silence, a missing heartbeat, the end of maintenance.
  wake_at timestamptz,
  fault text,
  detail text,
  last_at timestamptz,
  last_total_ms int,
  certificate_expires_at timestamptz,
  domain_expires_at timestamptz
) with (fillfactor = 70);
create index service_states_by_solution on service_states (solution_id);
create index service_states_to_wake on service_states (wake_at) where wake_at is not null;

-- From where checks are made; a process of the place says so every minute.
create table places (
  name text primary key,
  seen_at timestamptz not null
);

-- One service at one place: when it is due, who has it in hand, and what was found last.
create table schedules (
  service_id uuid not null references services on delete cascade,
  place text not null,
  solution_id uuid not null,
  -- Null while nothing is checked.
  due_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  last jsonb,
  primary key (service_id, place)
) with (fillfactor = 70);
create index schedules_due on schedules (place, due_at) where due_at is not null;

-- What happens to a service from outside of its own results, in the order of its number: told here without a lock, applied by the engine.
create table signals (
  id bigint generated always as identity primary key,
  service_id uuid not null references services on delete cascade,
  solution_id uuid not null,
  at timestamptz not null,
  event jsonb not null
);

create table transitions (
  id uuid primary key,
  service_id uuid not null references services on delete cascade,
  solution_id uuid not null,
  at timestamptz not null,
  from_state text not null check (from_state in ('UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'MAINTENANCE', 'PAUSED', 'UNKNOWN')),
  to_state text not null check (to_state in ('UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'MAINTENANCE', 'PAUSED', 'UNKNOWN')),
  reason text not null,
  -- The result behind it, with what was answered; null where none was.
  result jsonb
);
create index transitions_by_service on transitions (service_id, at);

-- Single results, kept for two days. The key is what makes a result that is delivered twice count once.
create table results (
  service_id uuid not null references services on delete cascade,
  at timestamptz not null,
  place text not null,
  solution_id uuid not null,
  verdict text not null check (verdict in ('UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'UNKNOWN')),
  total_ms int not null,
  dns_ms int,
  connect_ms int,
  tls_ms int,
  first_byte_ms int,
  fault text,
  status_code int,
  primary key (service_id, at, place)
);
create index results_by_age on results using brin (at);

-- Hours in which something has happened since they were last rolled up.
create table pending_hours (
  service_id uuid not null references services on delete cascade,
  hour timestamptz not null,
  primary key (service_id, hour)
);

create table hour_rollups (
  service_id uuid not null references services on delete cascade,
  at timestamptz not null,
  solution_id uuid not null,
  rollup jsonb not null,
  primary key (service_id, at)
);

-- Days begin where the solution's time zone says. The seconds are those of the roll-up, for pages that need nothing else.
create table day_rollups (
  service_id uuid not null references services on delete cascade,
  day date not null,
  solution_id uuid not null,
  rollup jsonb not null,
  -- Up to when it is reckoned; a whole day up to its end.
  until timestamptz not null,
  counted_seconds int not null,
  up_seconds int not null,
  down_seconds int not null,
  primary key (service_id, day)
);
create index day_rollups_by_solution on day_rollups (solution_id, day) include (service_id, counted_seconds, up_seconds, down_seconds);

create table incidents (
  id uuid primary key,
  solution_id uuid not null,
  service_id uuid not null references services on delete cascade,
  state text not null check (state in ('OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'MERGED')),
  worst text not null check (worst in ('UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'MAINTENANCE', 'PAUSED', 'UNKNOWN')),
  fault text,
  cause text,
  impact text,
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  resolved_at timestamptz,
  merged_into uuid references incidents on delete set null,
  version int not null default 1
);
create unique index incidents_open on incidents (service_id) where state in ('OPEN', 'ACKNOWLEDGED');
create index incidents_by_solution on incidents (solution_id, id);

create table incident_events (
  id uuid primary key,
  incident_id uuid not null references incidents on delete cascade,
  solution_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in
    ('OPENED', 'STATE', 'ACKNOWLEDGED', 'COMMENTED', 'CAUSE', 'IMPACT', 'MERGED', 'RESOLVED', 'REOPENED')),
  -- A person or an API key; null for the engine.
  by text,
  text text,
  state text check (state in ('UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'MAINTENANCE', 'PAUSED', 'UNKNOWN'))
);
create index incident_events_by_incident on incident_events (incident_id, id);

create table maintenance (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  title text not null,
  -- None: all services of the solution.
  service_ids uuid[] not null,
  starts_at text not null,
  duration_minutes int not null,
  time_zone text not null,
  recurrence jsonb,
  -- Up to when its services know of it: windows of a series are told anew before that.
  told_until timestamptz not null,
  created_at timestamptz not null,
  version int not null default 1
);
create index maintenance_by_solution on maintenance (solution_id, id);
create index maintenance_to_tell on maintenance (told_until);

-- Where a job tells that it has run: the hash of the address, and address and secret sealed.
create table heartbeats (
  service_id uuid primary key references services on delete cascade,
  solution_id uuid not null,
  token_hash bytea not null unique,
  sealed bytea not null,
  key_id int not null,
  signed_only boolean not null default false,
  last_at timestamptz
);
-- Signed heartbeats that have counted.
create table heartbeat_nonces (
  service_id uuid not null references services on delete cascade,
  nonce_hash bytea not null,
  at timestamptz not null,
  primary key (service_id, nonce_hash)
);
create index heartbeat_nonces_by_age on heartbeat_nonces (at);

create table api_keys (
  number int generated always as identity primary key,
  id uuid not null unique,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  scopes text[] not null,
  hash bytea not null unique,
  last4 text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_by_solution on api_keys (solution_id, number);

create table probes (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  place text not null,
  allow_private boolean not null,
  hash bytea not null unique,
  last4 text not null,
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz,
  last_seen_at timestamptz
);
create unique index probes_by_place on probes (solution_id, place) where revoked_at is null;

-- Calls with an `Idempotency-Key`: one key has one effect within 24 hours.
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
