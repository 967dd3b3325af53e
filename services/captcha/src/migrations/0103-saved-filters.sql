-- Filters of the log that people have named for themselves. Nobody else at the site sees them.
create table saved_filters (
  id uuid primary key,
  site_id int not null references sites (id) on delete cascade,
  user_id text not null,
  name text not null,
  -- As in an address, see `logFilterSchema`.
  filters jsonb not null,
  created_at timestamptz not null,
  unique (site_id, user_id, name)
);
