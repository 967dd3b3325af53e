-- Months that are closed, of the site itself; monitoring closes its own.
create table month_reports (
  solution_id uuid not null references spaces on delete cascade,
  month text not null,
  report jsonb not null,
  frozen_at timestamptz not null,
  primary key (solution_id, month)
);

create table report_schedules (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  emails text[] not null,
  language text not null,
  created_at timestamptz not null,
  -- Whose other solutions the report is about, too.
  created_by text not null,
  last_month text,
  last_sent_at timestamptz
);
create index report_schedules_by_solution on report_schedules (solution_id, id);

-- A file that mails carry: all of its readers get the same one.
create table report_files (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  content bytea not null,
  created_at timestamptz not null
);
create index report_files_by_age on report_files (created_at);
create index report_files_by_solution on report_files (solution_id);

create table report_links (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  month text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null
);
create index report_links_by_solution on report_links (solution_id, id);
