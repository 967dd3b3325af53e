-- Views of pages by day, and by one thing at a time: which language came from where cannot be told from it.
create table page_views (
  day date not null,
  path text not null,
  -- `page` counts the views themselves, with an empty value.
  dimension text not null check (dimension in ('page', 'referrer', 'language', 'device', 'country')),
  -- Empty where it is not known.
  value text not null,
  views integer not null,
  primary key (day, dimension, path, value)
);

-- How often a page was how fast. A bucket reaches from 1.05^(bucket - 1) to 1.05^bucket; 0 is zero.
create table performance_counts (
  day date not null,
  path text not null,
  metric text not null check (metric in ('TTFB', 'DOM_READY', 'LOAD', 'LCP', 'CLS', 'INTERACTION', 'INP')),
  bucket smallint not null,
  events integer not null,
  primary key (day, path, metric, bucket)
);

create table replays (
  -- Sorts by time, and is what operators see.
  id uuid primary key,
  -- Made at random by the browser; whoever knows it can add to the replay, so nobody is shown it.
  visit uuid not null unique,
  started_at timestamptz not null,
  last_at timestamptz not null,
  path text not null,
  language text not null,
  device text not null check (device in ('phone', 'tablet', 'computer')),
  country text,
  batches integer not null,
  characters integer not null
);
create index replays_by_start on replays (started_at);

create table replay_batches (
  replay_id uuid not null references replays on delete cascade,
  number integer not null,
  path text not null,
  -- A JSON list of events, each a text, compressed with gzip.
  events bytea not null,
  primary key (replay_id, number)
);
