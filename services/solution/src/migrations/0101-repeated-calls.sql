-- Calls with an Idempotency-Key: taken before the call, answered in the transaction of its effect.
create table repeated_calls (
  caller text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  -- Names the attempt that has the key.
  holder uuid not null,
  taken_at timestamptz not null,
  -- Null until there is an answer.
  status integer,
  -- As it was sent, without what is told once.
  answer text,
  created_at timestamptz not null,
  primary key (caller, key_hash)
);
create index repeated_calls_by_age on repeated_calls (created_at);

drop table answers;
