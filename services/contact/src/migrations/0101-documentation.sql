-- What readers of the documentation told: counts by day, and nothing about who they are.
create table page_answers (
  day date not null,
  language text not null,
  path text not null,
  yes integer not null default 0,
  no integer not null default 0,
  primary key (day, language, path)
);

create table missed_searches (
  day date not null,
  language text not null,
  -- Empty for searches that are counted without their words.
  query text not null,
  searches integer not null,
  primary key (day, language, query)
);
