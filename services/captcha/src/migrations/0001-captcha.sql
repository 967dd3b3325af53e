create schema if not exists captcha;

create table captcha.sites (
  id int generated always as identity primary key,
  solution_id uuid not null unique,
  site_key text not null unique,
  domains text[] not null,
  threshold real not null default 0.5,
  created_at timestamptz not null,
  first_verification_at timestamptz,
  first_fetched_at timestamptz
);

-- Only the hash is kept: whoever reads the database cannot ask for results.
create table captcha.secret_keys (
  id int generated always as identity primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index secret_keys_one_active on captcha.secret_keys (site_id) where revoked_at is null;

-- Names of the actions that pages give with a verification; rows hold the number.
create table captcha.actions (
  site_id int not null references captcha.sites (id) on delete cascade,
  number smallint not null,
  name text not null,
  primary key (site_id, number),
  unique (site_id, name)
);

-- One row per answered round. The primary key is what makes a challenge count once.
create table captcha.verifications (
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
  primary key (id, round, issued_at)
) partition by range (issued_at);
-- A time outside every partition must not make a whole batch fail.
create table captcha.verifications_default partition of captcha.verifications default;

-- The log and the live view: finished verifications of a site, newest first (outcome 3 is a
-- round that led to more work, which is no result yet).
create index verifications_log on captcha.verifications (site_id, issued_at desc, id desc) include (finished_at, outcome) where outcome < 3;

-- One row per fetched result: the primary key is what makes a token count once.
create table captcha.redemptions (
  verification_id uuid not null,
  issued_at timestamptz not null,
  site_id int not null,
  fetched_at timestamptz not null,
  primary key (verification_id, issued_at)
) partition by range (issued_at);
create table captcha.redemptions_default partition of captcha.redemptions default;
create index redemptions_live on captcha.redemptions (site_id, fetched_at desc);

-- Roll-ups are updated in place many times an hour: half-empty pages keep those updates cheap.
create table captcha.counts_hourly (
  site_id int not null,
  hour timestamptz not null,
  kind smallint not null,
  n bigint not null,
  primary key (site_id, hour, kind)
) with (fillfactor = 50);

create table captcha.check_time_hourly (
  site_id int not null,
  hour timestamptz not null,
  bucket smallint not null,
  n bigint not null,
  primary key (site_id, hour, bucket)
) with (fillfactor = 50);

create table captcha.reason_hourly (
  site_id int not null,
  hour timestamptz not null,
  reason text not null,
  n bigint not null,
  primary key (site_id, hour, reason)
) with (fillfactor = 50);
