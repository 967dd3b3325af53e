-- Which days of a site's log lie in the archive. The archive's manifests are the truth; this is what the database knows of
-- them, so that it needn't ask the storage for every page and every hour.
create table archived_days (
  site_id int not null references sites (id) on delete cascade,
  -- In UTC.
  day date not null,
  -- Verifications of the site in that day.
  n int not null check (n >= 0),
  archived_at timestamptz not null,
  primary key (site_id, day)
);
create index archived_days_by_day on archived_days (day);

-- Verifications that may be archived and are to be erased there; forgotten with the request's end.
alter table erasures add column verification_ids uuid[];

-- What the last run of the archive's job found, for figures that any process may show.
create table archive_state (
  id int primary key default 1 check (id = 1),
  ran_at timestamptz not null,
  -- Days that leave the log and could not be archived yet; they stay in the log until they are.
  waiting_days int not null,
  oldest_waiting date,
  check ((waiting_days = 0) = (oldest_waiting is null))
);
