-- What the newest requests of a site said of the visitor's address, as each process saw it, for the page that shows it: sealed, for an hour, one row
-- for each process. Neither the write-ahead log nor a backup has any of it.
create unlogged table seen_addresses (
  solution_id uuid not null references spaces (solution_id) on delete cascade,
  process uuid not null,
  at timestamptz not null,
  sealed bytea not null,
  key_id int not null,
  primary key (solution_id, process)
);
