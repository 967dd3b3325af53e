-- Whom the owner wants to be told of what; a site without a row has the contract's defaults.
create table captcha.alert_settings (
  site_id int primary key references captcha.sites (id) on delete cascade,
  settings jsonb not null,
  version int not null,
  updated_at timestamptz not null
);

-- When the alerts were last looked at, by whichever process.
create table captcha.alert_clock (
  only_one boolean primary key default true check (only_one),
  evaluated_at timestamptz not null,
  -- What changes slowly, and housekeeping.
  quarter_at timestamptz not null
);
insert into captcha.alert_clock (evaluated_at, quarter_at) values ('epoch', 'epoch');

create table captcha.alerts (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
  kind text not null check (kind in ('ATTACK', 'PASS_RATE_FALLING', 'RESULTS_NEVER_FETCHED', 'USAGE')),
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
create unique index alerts_one_open on captcha.alerts (site_id, kind, subject) where ended_at is null;
create unique index alerts_usage_once on captcha.alerts (site_id, subject) where kind = 'USAGE';

-- Every change of an alert, once: the key is what keeps several processes from telling it twice.
create table captcha.alert_events (
  id uuid primary key,
  alert_id uuid not null references captcha.alerts (id) on delete cascade,
  site_id int not null references captcha.sites (id) on delete cascade,
  change text not null check (change in ('RAISED', 'REMINDER', 'ENDED')),
  -- Of the reminder, else 0.
  number smallint not null,
  at timestamptz not null,
  facts jsonb not null,
  unique (alert_id, change, number)
);
create index alert_events_of_site on captcha.alert_events (site_id, at desc, id desc);

create table captcha.webhooks (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
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
create index webhooks_of_site on captcha.webhooks (site_id, created_at, id);

-- Mails and webhook messages on their way. Written with the change they tell of, in one transaction: nothing told is lost.
create table captcha.alert_outbox (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
  -- Null for a ping, and for the news that a webhook was turned off.
  event_id uuid references captcha.alert_events (id) on delete cascade,
  webhook_id uuid references captcha.webhooks (id) on delete cascade,
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
create unique index alert_outbox_once on captcha.alert_outbox (event_id, coalesce(webhook_id::text, mail_to)) where event_id is not null;
create index alert_outbox_due on captcha.alert_outbox (next_try_at) where status = 'PENDING';
create index alert_outbox_of_webhook on captcha.alert_outbox (webhook_id, created_at desc, id desc) where webhook_id is not null;
