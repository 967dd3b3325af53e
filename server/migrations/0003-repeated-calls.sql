-- Calls with an Idempotency-Key of services that keep no answers themselves: taken before the call, answered after it.
create table server.repeated_calls (
  caller text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  -- Null until there is an answer.
  status integer,
  location text,
  -- The text as it was sent, without what is told once.
  answer text,
  created_at timestamptz not null,
  primary key (caller, key_hash)
);
create index repeated_calls_by_age on server.repeated_calls (created_at);
