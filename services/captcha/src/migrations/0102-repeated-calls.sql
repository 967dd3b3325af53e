-- Calls with an `Idempotency-Key`, so that of those with one key within 24 hours one has an effect.
create table repeated_calls (
  caller text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  holder uuid not null,
  taken_at timestamptz not null,
  -- Null until there is an answer.
  status integer,
  -- As it was sent, without what is shown only once.
  answer text,
  created_at timestamptz not null,
  primary key (caller, key_hash)
);
create index repeated_calls_by_age on repeated_calls (created_at);
