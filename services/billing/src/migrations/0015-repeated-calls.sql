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
grant select, update, delete on repeated_calls to bollard_billing;
alter table repeated_calls enable row level security;
create policy own_calls on repeated_calls to bollard_billing using (caller = current_actor()) with check (caller = current_actor());

drop table answers;
