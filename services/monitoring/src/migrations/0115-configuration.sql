-- What a file calls a service or a window; without a key they go by their id.
alter table services add column key text;
create unique index services_by_key on services (solution_id, key) where key is not null;
alter table maintenance add column key text;
create unique index maintenance_by_key on maintenance (solution_id, key) where key is not null;

-- Months that are over, as they were reckoned then.
create table month_reports (
  service_id uuid not null references services on delete cascade,
  month text not null,
  solution_id uuid not null,
  report jsonb not null,
  frozen_at timestamptz not null,
  primary key (service_id, month)
);
