-- Where alerts are told. Secrets lie sealed together beside the target, which has null in their places.
create table channels (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  language text not null,
  active boolean not null,
  target jsonb not null,
  secret bytea,
  secret_key_id int,
  secret_names text[] not null,
  quiet_hours jsonb,
  last_result jsonb,
  failing_since timestamptz,
  -- Since when no message of it waits for another try: what came meanwhile goes out together.
  free_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index channels_by_solution on channels (solution_id, id);

create table on_call_schedules (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  time_zone text not null,
  layers jsonb not null,
  overrides jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index on_call_schedules_by_solution on on_call_schedules (solution_id, id);

create table alert_rules (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  active boolean not null,
  -- None: all services of the solution.
  service_ids uuid[] not null,
  condition jsonb not null,
  steps jsonb not null,
  repeat jsonb,
  -- When all of its services were last looked at.
  judged_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index alert_rules_by_solution on alert_rules (solution_id, id);
create index alert_rules_to_judge on alert_rules (judged_at);

create table alerts (
  id uuid primary key,
  solution_id uuid not null,
  rule_id uuid not null references alert_rules on delete cascade,
  service_id uuid not null references services on delete cascade,
  facts jsonb not null,
  incident_id uuid references incidents on delete set null,
  opened_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  resolved_at timestamptz,
  -- Up to when its steps were followed, and when there is something to do; null when there is not.
  followed_until timestamptz not null,
  next_at timestamptz
);
create unique index alerts_open on alerts (rule_id, service_id) where resolved_at is null;
create index alerts_by_service on alerts (service_id);
create index alerts_by_incident on alerts (incident_id) where incident_id is not null;
create index alerts_by_solution on alerts (solution_id, id);
create index alerts_to_follow on alerts (next_at) where next_at is not null;
create index alerts_by_end on alerts (resolved_at) where resolved_at is not null;

-- That a channel is told of an alert, before it is known in which message.
create table alert_notices (
  id bigint generated always as identity primary key,
  solution_id uuid not null,
  channel_id uuid not null references channels on delete cascade,
  alert_id uuid not null references alerts on delete cascade,
  kind text not null check (kind in ('OPENED', 'REPEATED', 'RESOLVED')),
  at timestamptz not null,
  -- The same step of the same alert is told once.
  dedupe_key text not null,
  collated boolean not null default false,
  unique (channel_id, dedupe_key)
);
create index alert_notices_waiting on alert_notices (channel_id, id) where not collated;
create index alert_notices_by_alert on alert_notices (alert_id);

-- Messages to channels, with all that they say: what is changed later changes none that is on its way.
create table notifications (
  id uuid primary key,
  solution_id uuid not null,
  channel_id uuid not null references channels on delete cascade,
  dedupe_key text not null,
  alerts jsonb not null,
  state text not null check (state in ('PENDING', 'SENT', 'FAILED', 'DROPPED')),
  attempts int not null default 0,
  -- When it is tried, or tried again because who had it in hand said nothing.
  next_at timestamptz,
  http_status int,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index notifications_by_channel on notifications (channel_id, id);
create index notifications_by_solution on notifications (solution_id, id);
create index notifications_pending on notifications (channel_id, id) where state = 'PENDING';
create index notifications_by_age on notifications (created_at);
