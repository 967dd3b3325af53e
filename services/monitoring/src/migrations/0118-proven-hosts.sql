-- Pages may name the same host; one of them has proven it, and that one is served.
alter table status_pages drop constraint status_pages_host_key;
alter table status_pages
  -- What the token of a host is made of. Never shown, and gone with the page.
  add column host_secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  add column host_since timestamptz,
  add column host_served boolean not null default false,
  add column host_proven_at timestamptz,
  add column host_checked_at timestamptz,
  add column host_found text check (host_found in ('RECORD', 'NO_RECORD', 'NO_ANSWER', 'HELD')),
  add column host_points_here boolean,
  -- Served until then, because the record is gone.
  add column host_ends_at timestamptz,
  -- When it is looked up next; null for never.
  add column host_due_at timestamptz;
-- Hosts from before were never proven. They are served for 30 days more, in which their owners, who get a mail, can set the record. Another
-- page that proves one meanwhile gets it at once.
update status_pages set host_since = now(), host_served = true, host_ends_at = now() + interval '30 days', host_due_at = now()
  where host is not null;
create unique index status_pages_served_host on status_pages (host) where host_served;
create index status_pages_by_host on status_pages (host) where host is not null;
create index status_pages_host_due on status_pages (host_due_at) where host_due_at is not null;
