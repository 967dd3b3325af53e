-- Every process that answers widgets says every few seconds that it lives. Times are of the clock of this database, so that
-- clocks of processes that go wrong make no outage.
create table captcha.edge_heartbeats (
  process_id uuid primary key,
  at timestamptz not null,
  -- It ended in order, such as for an update; null while it lives, and for one that was killed.
  stopped_at timestamptz
);

-- When widgets could not be served, as the service itself found out.
create table captcha.outages (
  id uuid primary key,
  from_at timestamptz not null,
  -- Null while it lasts.
  to_at timestamptz,
  cause text not null check (cause in ('SERVICE_DOWN', 'DATABASE', 'MAINTENANCE')),
  -- Of several processes that find the same gap only one records it.
  unique (from_at, cause),
  check (to_at >= from_at)
);
create index outages_by_end on captcha.outages (to_at);

-- What visitors of an outage carried to the customer: the primary key is what makes each count once.
create table captcha.failover_uses (
  site_id int not null references captcha.sites (id) on delete cascade,
  id text not null,
  used_at timestamptz not null,
  primary key (site_id, id)
);
create index failover_uses_by_age on captcha.failover_uses (used_at);
