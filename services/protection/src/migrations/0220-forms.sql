-- How the fields of forms are validated, and what became of messages.
create table forms (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  name text not null,
  mode text not null,
  fields jsonb not null,
  review_from int not null,
  refuse_from int,
  keep_days int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  unique (solution_id, name)
);

-- Outcomes of each day in UTC.
create table form_days (
  form_id uuid not null references forms on delete cascade,
  solution_id uuid not null,
  day date not null,
  pass int not null default 0,
  flag int not null default 0,
  fail int not null default 0,
  unknown int not null default 0,
  primary key (form_id, day)
);
create index form_days_by_age on form_days (day);

-- Messages that wait for a person, and those that were decided, until their days are over.
create table reviews (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  form_id uuid not null references forms on delete cascade,
  at timestamptz not null,
  state text not null default 'WAITING',
  conclusion text not null,
  weight int not null,
  codes text[] not null,
  -- The beginning of the text; and the message with all that was found. Both sealed for the id of the review.
  excerpt bytea not null,
  excerpt_key_id int not null,
  sealed bytea not null,
  key_id int not null,
  -- Keyed hash of who wrote it, in the words of the spam filter.
  author text not null,
  -- What the filter said of it then: SPAM, HAM, or nothing.
  judged text,
  decision_id uuid not null,
  verification_id uuid,
  -- In which life of the filter it was learned; null where it was not.
  taught_in int,
  decided_at timestamptz,
  decided_by text,
  kept_until timestamptz not null
);
create index reviews_of_solution on reviews (solution_id, state, id);
create index reviews_by_age on reviews (kept_until);
create index reviews_of_form on reviews (form_id);

-- What the decisions of an owner have taught. A reset begins a new life under a new key.
create table spam_filters (
  solution_id uuid primary key references spaces on delete cascade,
  life int not null default 1,
  state jsonb,
  sealed_key bytea not null,
  key_id int not null,
  version int not null default 1
);

-- How often the filter had judged as a person then decided, by the day of that decision.
create table filter_days (
  solution_id uuid not null references spaces on delete cascade,
  day date not null,
  correct int not null default 0,
  mistaken int not null default 0,
  primary key (solution_id, day)
);
create index filter_days_by_age on filter_days (day);

-- Keyed hashes of boxes of mail and fingerprints of texts, to tell what came before. Nothing of either can be read from them.
create table seen_boxes (
  solution_id uuid not null references spaces on delete cascade,
  box bytea not null,
  at timestamptz not null,
  primary key (solution_id, box)
);
create index seen_boxes_by_age on seen_boxes (at);
create table seen_texts (
  id uuid primary key,
  solution_id uuid not null references spaces on delete cascade,
  fingerprint bigint not null,
  bands text[] not null,
  author text not null,
  at timestamptz not null,
  kept_until timestamptz not null
);
create index seen_texts_of_solution on seen_texts (solution_id, at);
create index seen_texts_by_band on seen_texts using gin (bands);
create index seen_texts_by_age on seen_texts (kept_until);
