-- The queue of the roll-ups in parts, each of which another worker can roll: the part of a site is its number modulo 8. Part 8
-- holds rows of any sites: those of versions before this one, also while such a version still runs beside this one.
alter table captcha.pending_rollups add column part smallint not null default 8;
alter table captcha.pending_counts add column part smallint not null default 8;
alter table captcha.pending_rollups drop constraint pending_rollups_pkey, add primary key (part, id);
alter table captcha.pending_counts drop constraint pending_counts_pkey, add primary key (part, id);

-- When which part is rolled next: turns that take long are taken less often, by all processes together, because a line of the
-- roll-ups costs the same however many facts it carries.
create table captcha.rollup_turns (
  part smallint primary key,
  next_at timestamptz not null
);
insert into captcha.rollup_turns select part, '-infinity' from generate_series(0, 8) as part;
