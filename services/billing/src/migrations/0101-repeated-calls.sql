-- Answers to calls with an idempotency key, kept in the transaction of their effect by the attempt that holds the key. One without an
-- answer had no effect, and after its lease another attempt may take the key over.
create table repeated_calls (
  caller text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  holder uuid not null,
  taken_at timestamptz not null,
  -- Null until there is an answer.
  status integer,
  -- As it was sent.
  answer text,
  created_at timestamptz not null,
  primary key (caller, key_hash)
);
create index repeated_calls_by_age on repeated_calls (created_at);

drop table answers;
