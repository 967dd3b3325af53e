-- What networks, their operators and IPv6 /32 brought to a site by day: a past that budgets grow with. Names are keyed by a secret
-- (see `Marks`): nobody can read an address out of them without it. Kept for 30 days; nothing of sites in minimal data mode.
create table captcha.network_history (
  site_id int not null references captcha.sites (id) on delete cascade,
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
create index network_history_by_mark on captcha.network_history (mark, site_id);
create index network_history_by_day on captcha.network_history (day);

-- How many challenges each process handed out, for the others; an hour's worth, and only of what is busy. Lost in a crash, when
-- each process still has its own counts.
create unlogged table captcha.volume_counts (
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
create index volume_counts_by_age on captcha.volume_counts (at);

-- Sites that are under attack, as long as processes say so.
create unlogged table captcha.sites_under_attack (
  site_id int primary key references captcha.sites (id) on delete cascade,
  since timestamptz not null,
  -- When it pressed last, by the clock of this database.
  seen_at timestamptz not null,
  -- Challenges of the last hour, and of the usual day's fullest.
  issued int not null,
  usual int not null
);
