-- Releases of the widget that this installation has served: whose verdicts count, and the files that pages opened before an
-- upgrade, or pinned to a version, still ask for. Nothing in it is about a visitor.
create table captcha.widget_builds (
  layout bigint primary key check (layout between 0 and 4294967295),
  release text not null unique,
  -- How many checks it has: bits behind them belong to none.
  checks smallint not null check (checks between 1 and 64),
  first_served_at timestamptz not null,
  last_served_at timestamptz not null,
  files bytea not null
);
