-- Programs of the engine proof whose answers are known: seeded by an operator's browser or learned from visitors who agreed.
-- Neither is about any visitor; what was retired stays a while, so that every process hears of it.
create table captcha.engine_programs (
  grammar smallint not null,
  program bigint not null check (program between 0 and 4294967295),
  answer bigint not null check (answer between 0 and 4294967295),
  source text not null check (source in ('SEEDED', 'LEARNED')),
  uses_left smallint not null,
  since timestamptz not null default clock_timestamp(),
  retired_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (grammar, program)
);
create index engine_programs_by_change on captcha.engine_programs (grammar, changed_at);

-- How honest visitors answered, by engine and major version: what each of them can be held to.
create table captcha.engine_cohorts (
  grammar smallint not null,
  cohort text not null,
  source text not null check (source in ('SEEDED', 'LEARNED')),
  answers bigint not null default 0,
  wrong bigint not null default 0,
  disputed bigint not null default 0,
  stage smallint not null default 0,
  dropped boolean not null default false,
  primary key (grammar, cohort, source)
);
