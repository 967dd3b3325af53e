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

alter table repeated_calls enable row level security;
grant select, update (status, answer) on repeated_calls to bollard_solution;
create policy own_calls_read on repeated_calls for select to bollard_solution using (caller = current_actor());
create policy own_calls_answered on repeated_calls for update to bollard_solution
  using (caller = current_actor()) with check (caller = current_actor());

drop table answers;
