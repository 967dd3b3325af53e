create table sites (
  id int generated always as identity primary key,
  solution_id uuid not null unique,
  created_at timestamptz not null,
  first_verification_at timestamptz,
  first_fetched_at timestamptz,
  -- What owners set: checked by the contract before it is stored. A key that is missing has the contract's default.
  settings jsonb not null default '{}',
  version int not null default 1,
  -- Moved forward with everything that the hot path reads of a site: settings, environments, rules, bypass keys.
  changed_at timestamptz not null default now(),
  -- What locks and the life of the solution mean for the site: see `restrictSite`.
  restrictions text[] not null default '{}'
    check (restrictions <@ array['WORK_ONLY', 'REFUSE', 'RESULTS_REFUSED', 'READ_ONLY']),
  -- Of the change that was heard last; one that comes late changes nothing.
  restriction_number int not null default 0,
  -- Results are refused to keys that were made until then; null: to none.
  results_refused_until timestamptz,
  -- Days for which the plan lets single verifications be kept; null: no limit. See `keepPlanDays`.
  plan_log_days int,
  -- What follows when the plan has become smaller, and when: until then somebody who chooses a larger one again has lost nothing.
  next_plan_log_days int,
  next_plan_log_days_at timestamptz,
  -- Features that a page could use by itself and that the plan does not have. See `keepWithheld`.
  withheld_features text[] not null default '{}',
  -- The number that was given last: rows and roll-ups keep numbers, so one that was given before never names anything else.
  last_action smallint not null default 0,
  check ((next_plan_log_days is null) = (next_plan_log_days_at is null))
);
create index sites_changed on sites (changed_at);

-- Names of the actions that pages give with a verification; rows hold the number.
create table actions (
  site_id int not null references sites (id) on delete cascade,
  number smallint not null,
  name text not null,
  -- Names of actions come from visitors. They are learnt from a verification that passed, and forgotten when none has for long.
  learned_at timestamptz not null default now(),
  -- The last day (UTC) on which a visitor with this action passed; null where none ever did.
  passed_on date,
  primary key (site_id, number),
  unique (site_id, name)
);

-- One row per answered round. The primary key is what makes a challenge count once.
create table verifications (
  id uuid not null,
  issued_at timestamptz not null,
  finished_at timestamptz not null,
  site_id int not null,
  round smallint not null,
  outcome smallint not null,
  score real not null,
  check_ms int not null,
  work_ms int not null,
  work_hashes double precision not null,
  hostname text not null,
  action smallint not null,
  browser text not null,
  operating_system text not null,
  device text not null,
  language text,
  network cidr not null,
  reasons text not null,
  -- The score with the weights on trial, where the service runs with some; it decides nothing.
  shadow_score real,
  -- What offline data tells of the network a verification came from; the number of the operator has 32 bits.
  country text,
  asn bigint not null default 0,
  environment_id int not null default 0,
  -- What decided, see `decidedBy`.
  decision smallint not null default 0,
  -- Number of the rule that decided or changed the work, 0 for none.
  rule smallint not null default 0,
  bypass_key smallint not null default 0,
  -- Position in `networkKinds`.
  network_kind smallint not null default 0,
  -- Bits of `rowFlags`.
  flags smallint not null default 0,
  primary key (id, round, issued_at)
) partition by range (issued_at);
-- A time outside every partition must not make a whole batch fail.
create table verifications_default partition of verifications default;
-- The log and the live view: finished verifications of a site, newest first (outcome 3 is a
-- round that led to more work, which is no result yet).
create index verifications_log on verifications (site_id, issued_at desc, id desc) include (finished_at, outcome) where outcome < 3;
-- The log's index leaves out rounds that led to a harder one; without this they could not be found to be erased. Few rows
-- are of that kind, so writing the others does not get slower.
create index verifications_stepped_up on verifications (site_id, issued_at, id) where outcome = 3;

-- One row per fetched result: the primary key is what makes a token count once.
create table redemptions (
  verification_id uuid not null,
  issued_at timestamptz not null,
  site_id int not null,
  fetched_at timestamptz not null,
  -- How often the result was taken.
  n smallint not null default 1,
  -- Null: once, at `fetched_at`.
  last_fetched_at timestamptz,
  -- How many retrievals the last statement granted: with `n` it tells how often the result had been taken before, which only
  -- PostgreSQL 18 could say by itself.
  granted smallint not null default 1,
  -- Keys with which a result was taken by customers that name one for each attempt, so that they can try again when an answer got
  -- lost. Null for nearly all: most name none.
  idempotency_keys uuid[],
  -- Whether the customer's server said that the token came from the network that solved the challenge; null where it said
  -- nothing, or the two addresses are of different families. No address is kept.
  same_network boolean,
  primary key (verification_id, issued_at)
) partition by range (issued_at);
create table redemptions_default partition of redemptions default;
create index redemptions_live on redemptions (site_id, fetched_at desc);

-- What the customer knows of a visitor, beside the log: labelling must not rewrite rows of the hot table. Partitioned by
-- the day of the verification, so that it goes when its verification goes.
create table feedback (
  verification_id uuid not null,
  issued_at timestamptz not null,
  site_id int not null,
  -- 0 person, 1 bot
  label smallint not null check (label in (0, 1)),
  -- 0 a member of the solution, 1 the customer's server
  given_by smallint not null check (given_by in (0, 1)),
  given_at timestamptz not null,
  comment text,
  primary key (verification_id, issued_at)
) partition by range (issued_at);
create table feedback_default partition of feedback default;
create index feedback_of_site on feedback (site_id, issued_at);

-- What is left of labelled verifications after their day in the log: how often a set of evidence codes (sorted, one space
-- between) came with a label. No site, no time, no network, no id: nothing that leads back to a visitor.
create table labelled_evidence (
  codes text not null,
  label smallint not null,
  n bigint not null,
  primary key (codes, label)
);

-- Production, staging and so on: the same settings and rules, with keys and domains of their own.
create table environments (
  id int generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  site_id int not null references sites (id) on delete cascade,
  name text not null,
  site_key text not null unique,
  domains text[] not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz
);
create index environments_of_site on environments (site_id, id);

-- Only the hash is kept: whoever reads the database cannot ask for results.
create table api_keys (
  id int generated always as identity primary key,
  site_id int not null references sites (id) on delete cascade,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  public_id uuid not null unique default gen_random_uuid(),
  -- Null: good for every environment of the site.
  environment_id int references environments (id) on delete cascade,
  name text not null default 'Secret key',
  scopes text[] not null default '{verify}',
  -- Empty: from anywhere.
  networks cidr[] not null default '{}',
  expires_at timestamptz,
  last_used_at timestamptz,
  created_by text,
  version int not null default 1,
  -- Public id of the key that takes its place.
  replaced_by uuid,
  -- Mails about the end of a key: 1 after that of two weeks before, 2 after that of the day before.
  expiry_notices smallint not null default 0,
  -- Mails to the admins that a key is not used, and the last of them. A use after it counts them from the start.
  unused_notices smallint not null default 0,
  unused_noticed_at timestamptz
);
create index api_keys_of_site on api_keys (site_id, id);
create index api_keys_expiring on api_keys (expires_at) where revoked_at is null and expires_at is not null;

-- Rules stay when they are deleted, so that the log can still name what decided.
create table rules (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  -- What rows of the log hold.
  number smallint not null,
  name text not null,
  -- Null for a rule of its own, else the simple form that keeps it.
  form text check (form in ('GEOBLOCKING', 'ALLOWED_NETWORKS', 'BLOCKED_NETWORKS')),
  -- The lowest decides first.
  priority int not null,
  enabled boolean not null default true,
  dry_run boolean not null default false,
  conditions jsonb not null,
  action jsonb not null,
  expires_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (site_id, number)
);
create unique index rules_one_of_form on rules (site_id, form) where form is not null and deleted_at is null;

-- How often a rule decided, or would have; apart from the rules, so that counting never waits for an edit.
create table rule_hits (
  site_id int not null references sites (id) on delete cascade,
  number smallint not null,
  hits bigint not null default 0,
  dry_run_hits bigint not null default 0,
  last_hit_at timestamptz,
  primary key (site_id, number)
) with (fillfactor = 50);

-- Keys with which the customer's own tests and partners pass without work. Only the hash is kept.
create table bypass_keys (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  -- What rows of the log hold.
  number smallint not null,
  name text not null,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  -- Null: good for every environment of the site.
  environment_id int references environments (id) on delete cascade,
  -- Hosts as in the domains of an environment; empty: every one of them.
  origins text[] not null,
  -- Empty: from anywhere.
  networks cidr[] not null,
  uses_per_day int,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  created_by text,
  revoked_at timestamptz,
  version int not null default 1,
  unique (site_id, number)
);

create table bypass_uses (
  site_id int not null,
  number smallint not null,
  day date not null,
  n int not null,
  -- How many of them the last statement granted.
  granted int not null,
  last_at timestamptz not null,
  primary key (site_id, number, day),
  foreign key (site_id, number) references bypass_keys (site_id, number) on delete cascade
) with (fillfactor = 50);

-- Roll-ups. Whoever records rows, redeems results or counts loosely adds one row per batch to a queue, in the same statement;
-- a roller takes the queue, groups it and adds it to the roll-ups in one transaction. So every fact is counted exactly once,
-- and the hot statements wait for no row that others change too.
-- Facts of answered rounds, or of results taken for the first time, as arrays of the same length.
create table pending_rollups (
  id bigint generated always as identity,
  -- False: rows of the log. True: their results were taken, which adds to `fetched` alone.
  fetched boolean not null,
  n int not null,
  site_ids int[] not null,
  environment_ids int[] not null,
  issued_ms bigint[] not null,
  outcomes smallint[] not null,
  scores real[] not null,
  check_ms int[] not null,
  hostnames text[] not null,
  actions smallint[] not null,
  browsers text[] not null,
  operating_systems text[] not null,
  devices text[] not null,
  languages text[] not null,
  countries text[] not null,
  asns bigint[] not null,
  network_kinds smallint[] not null,
  rules smallint[] not null,
  bypass_keys smallint[] not null,
  decisions smallint[] not null,
  reasons text[] not null,
  -- Positions (from 1) of those that were not recorded, because they had been before.
  left_out int[] not null default '{}',
  -- The queue of the roll-ups in parts, each of which another worker can roll: the part of a site is its number modulo 8. Part 8
  -- holds rows of any sites: those of versions before this one, also while such a version still runs beside this one.
  part smallint not null default 8,
  primary key (part, id)
);
-- A row lives about a second: to compress it would cost more than it saves.
alter table pending_rollups
  alter column site_ids set storage external, alter column environment_ids set storage external,
  alter column issued_ms set storage external, alter column outcomes set storage external, alter column scores set storage external,
  alter column check_ms set storage external, alter column hostnames set storage external, alter column actions set storage external,
  alter column browsers set storage external, alter column operating_systems set storage external,
  alter column devices set storage external, alter column languages set storage external, alter column countries set storage external,
  alter column asns set storage external, alter column network_kinds set storage external, alter column rules set storage external,
  alter column bypass_keys set storage external, alter column decisions set storage external, alter column reasons set storage external;
alter table pending_rollups set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_threshold = 1000000000);

-- Counts that no row of the log stands behind; see `countKind`.
create table pending_counts (
  id bigint generated always as identity,
  site_ids int[] not null,
  environment_ids int[] not null,
  at_ms bigint[] not null,
  kinds smallint[] not null,
  ns int[] not null,
  part smallint not null default 8,
  primary key (part, id)
);
alter table pending_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_threshold = 1000000000);

-- Dimensions and their values: see `dimensions` of the statistics. Everything is counted when its verification was issued.
create table rollup_hourly (
  site_id int not null,
  environment_id int not null,
  -- Start of the hour in UTC. Dimensions 0 (total) and 1 (events) are kept by the quarter of an hour, because the offset of
  -- every time zone is a multiple of that: of them hours and days of any zone can be added up.
  hour timestamptz not null,
  dimension smallint not null,
  value text not null,
  -- passed + flagged + refused; of events, how many.
  n bigint not null,
  passed bigint not null default 0,
  flagged bigint not null default 0,
  refused bigint not null default 0,
  -- Passed or flagged, and the customer's server took the result.
  fetched bigint not null default 0,
  primary key (site_id, dimension, hour, environment_id, value)
) with (fillfactor = 70);

create table rollup_daily (
  site_id int not null,
  environment_id int not null,
  -- In the time zone of the site, see `rollup_zones`.
  day date not null,
  dimension smallint not null,
  value text not null,
  n bigint not null,
  passed bigint not null default 0,
  flagged bigint not null default 0,
  refused bigint not null default 0,
  fetched bigint not null default 0,
  primary key (site_id, dimension, day, environment_id, value)
) with (fillfactor = 70);

-- In which time zone the days of a site are counted: what was issued at or after `since` in that of its row, the latest that
-- is not later. UTC where there is no row. When the owner changes the zone, `since` of the new one moves backwards while the
-- days of the log move over to it.
create table rollup_zones (
  site_id int not null references sites (id) on delete cascade,
  since timestamptz not null,
  zone text not null,
  primary key (site_id, since)
);

-- Zone map of the log: per about 1 000 consecutive verifications of a site the set of what occurs among them, so that a
-- search reads only stretches that can hold what it looks for. A stretch is from `from_at` (included) to `to_at` (not) and
-- begins where the one before ends; what is newer than the last one is not summarised yet. Nothing may be inserted into
-- `verifications` with a time of issue that is summarised already; what is erased only makes a set too large.
create table log_chunks (
  site_id int not null references sites (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  n int not null,
  -- Hashes of keys with their site and week, see `log_key`; the week is part of them, so that a search can go from week to week.
  facts int[] not null,
  primary key (site_id, to_at),
  check (from_at < to_at)
);
-- No plan depends on how often a hash occurs, and to find that out takes seconds.
alter table log_chunks alter column facts set statistics 0;
-- Written in the background and read by people who wait: no list of what is yet to be sorted in.
create index log_chunks_by_fact on log_chunks using gin (facts) with (fastupdate = off);

-- Whom the owner wants to be told of what; a site without a row has the contract's defaults.
create table alert_settings (
  site_id int primary key references sites (id) on delete cascade,
  settings jsonb not null,
  version int not null,
  updated_at timestamptz not null
);

-- When the alerts were last looked at, by whichever process.
create table alert_clock (
  only_one boolean primary key default true check (only_one),
  evaluated_at timestamptz not null,
  -- What changes slowly, and housekeeping.
  quarter_at timestamptz not null
);

create table alerts (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  kind text not null check (kind in ('ATTACK', 'PASS_RATE_FALLING', 'RESULTS_NEVER_FETCHED', 'USAGE', 'UNDER_ATTACK')),
  -- What apart from the kind tells one alert from another: month, step and limit of USAGE, else empty.
  subject text not null,
  facts jsonb not null,
  raised_at timestamptz not null,
  reminders smallint not null default 0,
  told_at timestamptz not null,
  -- When the bounds were last exceeded.
  seen_at timestamptz not null,
  -- Since when all is well without a break; null while it is not.
  calm_since timestamptz,
  ended_at timestamptz
);
-- Whoever inserts first has raised the alert.
create unique index alerts_one_open on alerts (site_id, kind, subject) where ended_at is null;
create unique index alerts_usage_once on alerts (site_id, subject) where kind = 'USAGE';

-- Every change of an alert, once: the key is what keeps several processes from telling it twice.
create table alert_events (
  id uuid primary key,
  alert_id uuid not null references alerts (id) on delete cascade,
  site_id int not null references sites (id) on delete cascade,
  change text not null check (change in ('RAISED', 'REMINDER', 'ENDED')),
  -- Of the reminder, else 0.
  number smallint not null,
  at timestamptz not null,
  facts jsonb not null,
  -- Told to webhooks alone; what limits mails looks at the others.
  quiet boolean not null default false,
  unique (alert_id, change, number)
);
create index alert_events_of_site on alert_events (site_id, at desc, id desc);

create table webhooks (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  url text not null,
  description text not null,
  events text[] not null,
  active boolean not null default true,
  inactive_reason text check (inactive_reason in ('MEMBER', 'GONE', 'FAILING')),
  -- Encrypted with a key of the service; the number is that key's.
  secret bytea not null,
  secret_key smallint not null,
  secret_created_at timestamptz not null,
  -- The secret before: messages are signed with both until then.
  former_secret bytea,
  former_secret_key smallint,
  former_until timestamptz,
  failing_since timestamptz,
  last_failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index webhooks_of_site on webhooks (site_id, created_at, id);

-- Mails and webhook messages on their way. Written with the change they tell of, in one transaction: nothing told is lost.
create table alert_outbox (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  -- Null for a ping, and for the news that a webhook was turned off.
  event_id uuid references alert_events (id) on delete cascade,
  webhook_id uuid references webhooks (id) on delete cascade,
  mail_to text,
  type text not null,
  -- What is sent: the body of a message, or a mail as JSON.
  body text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts smallint not null default 0,
  http_status smallint,
  error text,
  created_at timestamptz not null,
  last_try_at timestamptz,
  -- While somebody tries, the moment from which that counts as given up. Null once it is over.
  next_try_at timestamptz,
  check ((webhook_id is null) <> (mail_to is null))
);
create unique index alert_outbox_once on alert_outbox (event_id, coalesce(webhook_id::text, mail_to)) where event_id is not null;
create index alert_outbox_due on alert_outbox (next_try_at) where status = 'PENDING';
create index alert_outbox_of_webhook on alert_outbox (webhook_id, created_at desc, id desc) where webhook_id is not null;

-- Every process that answers widgets says every few seconds that it lives. Times are of the clock of this database, so that
-- clocks of processes that go wrong make no outage.
create table edge_heartbeats (
  process_id uuid primary key,
  at timestamptz not null,
  -- It ended in order, such as for an update; null while it lives, and for one that was killed.
  stopped_at timestamptz
);

-- When widgets could not be served, as the service itself found out.
create table outages (
  id uuid primary key,
  from_at timestamptz not null,
  -- Null while it lasts.
  to_at timestamptz,
  cause text not null check (cause in ('SERVICE_DOWN', 'DATABASE', 'MAINTENANCE')),
  -- Of several processes that find the same gap only one records it.
  unique (from_at, cause),
  check (to_at >= from_at)
);
create index outages_by_end on outages (to_at);

-- What visitors of an outage carried to the customer: the primary key is what makes each count once.
create table failover_uses (
  site_id int not null references sites (id) on delete cascade,
  id text not null,
  used_at timestamptz not null,
  primary key (site_id, id)
);
create index failover_uses_by_age on failover_uses (used_at);

-- Parts of the log as a file. The worker writes part after part and remembers where it is, so that any other can go on.
create table exports (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  format text not null check (format in ('CSV', 'JSON')),
  filters jsonb not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED')),
  -- Issued within these times: `from_at` included, `to_at` not. Progress is how much of it is read.
  from_at timestamptz not null,
  to_at timestamptz not null,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  -- The last row that is written; the next part goes on after it, towards older ones.
  after_at timestamptz,
  after_id uuid,
  row_count int not null default 0,
  -- There were more rows than one file may have.
  truncated boolean not null default false,
  part_count int not null default 0,
  -- Of the whole text, without compression.
  byte_count bigint not null default 0,
  crc bigint not null default 0,
  compressed_bytes bigint not null default 0,
  -- Who works at it, and until when nobody else may.
  lease_owner uuid,
  lease_until timestamptz,
  -- The job that waited longest is served first, a slice at a time.
  served_at timestamptz not null,
  -- Failures since the last part that was written.
  failures smallint not null default 0
);
create index exports_of_site on exports (site_id, created_at desc, id desc);
create index exports_open on exports (served_at) where status in ('QUEUED', 'RUNNING');
create index exports_by_end on exports (expires_at);

-- Raw deflate blocks that end on a byte: one after another, within a header and a trailer, they are one gzip file.
-- No foreign key: an export with thousands of parts is deleted at once, and its parts follow a few at a time.
create table export_parts (
  export_id uuid not null,
  number int not null,
  data bytea not null,
  primary key (export_id, number)
);
alter table export_parts
  alter column data set storage external;

-- Requests to erase. Which network or ids were meant is not kept once they are gone.
create table erasures (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  scope text not null check (scope in ('VERIFICATIONS', 'NETWORK', 'BEFORE', 'ALL')),
  network cidr,
  -- What was issued before this time is erased.
  before_at timestamptz not null,
  status text not null check (status in ('RUNNING', 'DONE')),
  erased bigint not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- 0 finished verifications, 1 rounds that led to a harder one that nobody answered.
  stage smallint not null default 0,
  after_at timestamptz,
  after_id uuid,
  lease_owner uuid,
  lease_until timestamptz,
  served_at timestamptz not null
);
create index erasures_of_site on erasures (site_id, created_at desc, id desc);
create index erasures_open on erasures (served_at) where status = 'RUNNING';

-- Addresses that are told of a site's alerts and belong to none of its members: nobody mails them before they have confirmed.
create table alert_addresses (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  -- In lower case.
  address text not null,
  language text not null,
  state text not null check (state in ('WAITING', 'CONFIRMED', 'UNSUBSCRIBED')),
  -- SHA-256 of the link that waits; it works for a day.
  token_hash bytea unique,
  asked_at timestamptz,
  created_at timestamptz not null,
  unique (site_id, address)
);
create index alert_addresses_asked on alert_addresses (address, asked_at);

-- Releases of the widget that this installation has served: whose verdicts count, and the files that pages opened before an
-- upgrade, or pinned to a version, still ask for. Nothing in it is about a visitor.
create table widget_builds (
  layout bigint primary key check (layout between 0 and 4294967295),
  release text not null unique,
  -- How many checks it has: bits behind them belong to none.
  checks smallint not null check (checks between 1 and 64),
  first_served_at timestamptz not null,
  last_served_at timestamptz not null,
  files bytea not null
);

-- Programs of the engine proof whose answers are known: seeded by an operator's browser or learned from visitors who agreed.
-- Neither is about any visitor; what was retired stays a while, so that every process hears of it.
create table engine_programs (
  grammar smallint not null,
  program bigint not null check (program between 0 and 4294967295),
  answer bigint not null check (answer between 0 and 4294967295),
  source text not null check (source in ('SEEDED', 'LEARNED')),
  uses_left smallint not null,
  since timestamptz not null default clock_timestamp(),
  retired_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (grammar, program)
);
create index engine_programs_by_change on engine_programs (grammar, changed_at);

-- How honest visitors answered, by engine and major version: what each of them can be held to.
create table engine_cohorts (
  grammar smallint not null,
  cohort text not null,
  source text not null check (source in ('SEEDED', 'LEARNED')),
  answers bigint not null default 0,
  wrong bigint not null default 0,
  disputed bigint not null default 0,
  stage smallint not null default 0,
  dropped boolean not null default false,
  primary key (grammar, cohort, source)
);

-- What networks, their operators and IPv6 /32 brought to a site by day: a past that budgets grow with. Names are keyed by a secret
-- (see `Marks`): nobody can read an address out of them without it. Kept for 30 days; nothing of sites in minimal data mode.
create table network_history (
  site_id int not null references sites (id) on delete cascade,
  mark bigint not null,
  day date not null,
  -- Verified tokens of the day.
  verified int not null,
  -- The hour (since 1970) that was counted last, what it has, and the most that an hour before it had.
  hour int not null,
  in_hour int not null,
  peak int not null,
  primary key (site_id, mark, day)
) with (fillfactor = 80);
create index network_history_by_mark on network_history (mark, site_id);
create index network_history_by_day on network_history (day);

-- How many challenges each process handed out, for the others; an hour's worth, and only of what is busy. Lost in a crash, when
-- each process still has its own counts.
create unlogged table volume_counts (
  site_id int not null,
  -- 0 for the whole site.
  mark bigint not null,
  -- Number of the ten minutes since 1970.
  slot int not null,
  process_id uuid not null,
  n int not null,
  at timestamptz not null,
  primary key (site_id, mark, slot, process_id)
);
create index volume_counts_by_age on volume_counts (at);

-- Sites that are under attack, as long as processes say so.
create unlogged table sites_under_attack (
  site_id int primary key references sites (id) on delete cascade,
  since timestamptz not null,
  -- When it pressed last, by the clock of this database.
  seen_at timestamptz not null,
  -- Challenges of the last hour, and of the usual day's fullest.
  issued int not null,
  usual int not null
);

-- When which part is rolled next: turns that take long are taken less often, by all processes together, because a line of the
-- roll-ups costs the same however many facts it carries.
create table rollup_turns (
  part smallint primary key,
  next_at timestamptz not null
);

-- Signatures of welcome bots that were used: the primary key is what makes each count once, over all processes and restarts.
create table used_signatures (
  -- SHA-256 of the key's name and the nonce, or of the signature where it has none.
  digest bytea primary key,
  expires_at timestamptz not null
);
create index used_signatures_by_end on used_signatures (expires_at);

-- When the failover passes that a site has had will be worked off, by the generic cell rate algorithm: so many a minute, over
-- all processes.
create table failover_pace (
  site_id int primary key references sites (id) on delete cascade,
  done_at timestamptz not null
);

insert into alert_clock (evaluated_at, quarter_at) values ('epoch', 'epoch');
insert into rollup_turns select part, '-infinity' from generate_series(0, 8) as part;
