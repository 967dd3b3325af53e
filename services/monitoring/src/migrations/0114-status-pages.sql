-- What the public is shown. A slug and a host name a page on the whole installation.
create table status_pages (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  slug text not null unique,
  host text unique,
  name text not null,
  description text,
  announcement text,
  days int not null,
  response_times boolean not null,
  maintenance boolean not null,
  color_light text,
  color_dark text,
  -- A data URL.
  logo text,
  languages text[] not null,
  networks text[] not null,
  noindex boolean not null,
  published boolean not null,
  -- Salt (16 bytes) and what scrypt makes of it and the password.
  password_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1
);
create index status_pages_by_solution on status_pages (solution_id, id);

-- Services as a page names them. Those of the same group stand one after the other.
create table page_components (
  id uuid primary key,
  page_id uuid not null references status_pages on delete cascade,
  solution_id uuid not null,
  service_id uuid not null references services on delete cascade,
  name text not null,
  description text,
  group_number int not null,
  group_name text,
  position int not null
);
create index page_components_by_page on page_components (page_id, position);
create index page_components_by_service on page_components (service_id);

create table status_reports (
  id uuid primary key,
  page_id uuid not null references status_pages on delete cascade,
  solution_id uuid not null,
  title text not null,
  stage text not null check (stage in ('INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED')),
  started_at timestamptz not null,
  resolved_at timestamptz,
  version int not null default 1
);
create index status_reports_by_solution on status_reports (solution_id, id);
create index status_reports_by_page on status_reports (page_id, started_at);
create index status_reports_open on status_reports (page_id) where resolved_at is null;

create table report_updates (
  id uuid primary key,
  report_id uuid not null references status_reports on delete cascade,
  solution_id uuid not null,
  at timestamptz not null,
  stage text not null check (stage in ('INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED')),
  text text not null,
  impacts jsonb not null
);
create index report_updates_by_report on report_updates (report_id, id);

create table report_templates (
  solution_id uuid primary key references spaces on delete cascade,
  items jsonb not null,
  version int not null
);

-- Whom updates are sent to. The destination and the token of its links lie sealed; the hashes find them.
create table subscribers (
  id uuid primary key,
  page_id uuid not null references status_pages on delete cascade,
  solution_id uuid not null,
  channel text not null check (channel in ('EMAIL', 'WEBHOOK', 'SLACK')),
  destination_hash bytea not null,
  token_hash bytea not null unique,
  sealed bytea not null,
  key_id int not null,
  -- None: the whole page.
  component_ids uuid[] not null,
  language text not null,
  state text not null check (state in ('PENDING', 'ACTIVE', 'ENDED')),
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create unique index subscribers_by_destination on subscribers (page_id, channel, destination_hash);
create index subscribers_by_solution on subscribers (solution_id, id);
create index subscribers_pending on subscribers (created_at) where state = 'PENDING';

-- What is to be sent: an update, or the link that confirms a webhook. Once for each subscriber and update.
create table subscriber_messages (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references subscribers on delete cascade,
  solution_id uuid not null,
  update_id uuid references report_updates on delete cascade,
  tries int not null default 0,
  -- Null once it is sent or given up.
  next_try_at timestamptz,
  ended_at timestamptz
);
create unique index subscriber_messages_once on subscriber_messages (subscriber_id, update_id);
create index subscriber_messages_due on subscriber_messages (next_try_at) where next_try_at is not null;
create index subscriber_messages_of_update on subscriber_messages (update_id);
create index subscriber_messages_ended on subscriber_messages (ended_at) where ended_at is not null;
