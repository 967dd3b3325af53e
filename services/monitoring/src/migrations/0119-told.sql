-- What subscribers of a page were told of a maintenance window. Outlives the window, so that its end can be told.
create table told_maintenance (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references status_pages on delete cascade,
  solution_id uuid not null,
  -- Null once the window is deleted.
  window_id uuid references maintenance on delete set null,
  window_version int not null,
  title text not null,
  -- The time that is told of next or runs; null where none follows.
  from_at timestamptz,
  to_at timestamptz,
  is_series boolean not null,
  -- When it takes place, as it was planned: another plan is told.
  plan text not null,
  component_ids uuid[] not null,
  stage text not null check (stage in ('WAITING', 'ANNOUNCED', 'REMINDED', 'STARTED', 'ENDED')),
  told_at timestamptz not null,
  -- When there is something to do, though nothing is changed.
  next_at timestamptz
);
create unique index told_maintenance_once on told_maintenance (page_id, window_id) where window_id is not null;
create index told_maintenance_by_window on told_maintenance (window_id);
create index told_maintenance_due on told_maintenance (next_at) where next_at is not null;
create index told_maintenance_cancelled on told_maintenance (solution_id) where window_id is null;

-- One thing that the subscribers of a page are told of maintenance, with all that it says.
create table maintenance_notices (
  id uuid primary key,
  page_id uuid not null references status_pages on delete cascade,
  solution_id uuid not null,
  told_id uuid not null,
  event text not null check (event in ('ANNOUNCED', 'CHANGED', 'CANCELLED', 'REMINDER', 'STARTED', 'ENDED')),
  title text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  is_series boolean not null,
  component_ids uuid[] not null,
  at timestamptz not null
);
create index maintenance_notices_by_page on maintenance_notices (page_id);
create index maintenance_notices_by_age on maintenance_notices (at);

-- Up to which version of a window, and of a page, subscribers are told.
alter table maintenance add column announced_version int;
create index maintenance_to_announce on maintenance (solution_id) where announced_version is distinct from version;
alter table status_pages add column announced_version int;
create index status_pages_to_announce on status_pages (solution_id) where announced_version is distinct from version;

-- A corrected update may be told again: once for each revision.
alter table report_updates add column revision int not null default 1, add column corrected_at timestamptz;
-- Messages are many: later files build their indexes and look at those that were there before.
alter table subscriber_messages add column revision int not null default 1, add column notice_id uuid,
  add constraint subscriber_messages_notice_id_fkey foreign key (notice_id) references maintenance_notices on delete cascade not valid;

-- Addresses of channels: of people who are no members, and of everybody whose server refuses mails.
create table alert_addresses (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  -- In lower case.
  address text not null,
  language text not null,
  state text not null check (state in ('WAITING', 'CONFIRMED', 'UNSUBSCRIBED', 'BOUNCED')),
  -- SHA-256 of the link that waits; it works for a day.
  token_hash bytea unique,
  asked_at timestamptz,
  created_at timestamptz not null,
  unique (solution_id, address)
);
create index alert_addresses_asked on alert_addresses (address, asked_at);
