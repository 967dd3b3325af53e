-- What owners set: checked by the contract before it is stored. A key that is missing has the contract's default.
alter table captcha.sites
  add column settings jsonb not null default '{}',
  add column version int not null default 1,
  -- Moved forward with everything that the hot path reads of a site: settings, environments, rules, bypass keys.
  add column changed_at timestamptz not null default now();
update captcha.sites set settings = jsonb_build_object(
  'threshold', round(threshold::numeric, 2), 'minimalData', minimal_data, 'signedBots', signed_bots, 'privateTokens', private_tokens);
alter table captcha.sites drop column threshold, drop column minimal_data, drop column signed_bots, drop column private_tokens;
create index sites_changed on captcha.sites (changed_at);

-- Production, staging and so on: the same settings and rules, with keys and domains of their own.
create table captcha.environments (
  id int generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  site_id int not null references captcha.sites (id) on delete cascade,
  name text not null,
  site_key text not null unique,
  domains text[] not null,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz
);
create index environments_of_site on captcha.environments (site_id, id);
insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at)
  select id, 'Production', site_key, domains, created_at, created_at from captcha.sites order by id;
alter table captcha.sites drop column site_key, drop column domains;

-- Keys of customers' servers. Only the hash is kept.
alter table captcha.secret_keys rename to api_keys;
drop index captcha.secret_keys_one_active;
alter table captcha.api_keys
  add column public_id uuid not null unique default gen_random_uuid(),
  -- Null: good for every environment of the site.
  add column environment_id int references captcha.environments (id) on delete cascade,
  add column name text not null default 'Secret key',
  add column scopes text[] not null default '{verify}',
  -- Empty: from anywhere.
  add column networks cidr[] not null default '{}',
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  add column created_by text;
update captcha.api_keys k set environment_id = e.id from captcha.environments e where e.site_id = k.site_id;
create index api_keys_of_site on captcha.api_keys (site_id, id);

-- Rules stay when they are deleted, so that the log can still name what decided.
create table captcha.rules (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
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
create unique index rules_one_of_form on captcha.rules (site_id, form) where form is not null and deleted_at is null;

-- How often a rule decided, or would have; apart from the rules, so that counting never waits for an edit.
create table captcha.rule_hits (
  site_id int not null references captcha.sites (id) on delete cascade,
  number smallint not null,
  hits bigint not null default 0,
  dry_run_hits bigint not null default 0,
  last_hit_at timestamptz,
  primary key (site_id, number)
) with (fillfactor = 50);

-- Keys with which the customer's own tests and partners pass without work. Only the hash is kept.
create table captcha.bypass_keys (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
  -- What rows of the log hold.
  number smallint not null,
  name text not null,
  hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  -- Null: good for every environment of the site.
  environment_id int references captcha.environments (id) on delete cascade,
  -- Hosts as in the domains of an environment; empty: every one of them.
  origins text[] not null,
  -- Empty: from anywhere.
  networks cidr[] not null,
  uses_per_day int,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  created_by text,
  revoked_at timestamptz,
  unique (site_id, number)
);

create table captcha.bypass_uses (
  site_id int not null,
  number smallint not null,
  day date not null,
  n int not null,
  -- How many of them the last statement granted.
  granted int not null,
  last_at timestamptz not null,
  primary key (site_id, number, day),
  foreign key (site_id, number) references captcha.bypass_keys (site_id, number) on delete cascade
) with (fillfactor = 50);

alter table captcha.verifications
  add column environment_id int not null default 0,
  -- What decided, see `decidedBy`.
  add column decision smallint not null default 0,
  -- Number of the rule that decided or changed the work, 0 for none.
  add column rule smallint not null default 0,
  add column bypass_key smallint not null default 0,
  -- Position in `networkKinds`.
  add column network_kind smallint not null default 0,
  -- Bits of `rowFlags`.
  add column flags smallint not null default 0;
update captcha.verifications v set environment_id = e.id from captcha.environments e where e.site_id = v.site_id;

alter table captcha.redemptions
  -- How often the result was taken.
  add column n smallint not null default 1,
  -- Null: once, at `fetched_at`.
  add column last_fetched_at timestamptz;
