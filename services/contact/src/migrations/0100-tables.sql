create table enquiries (
  id uuid primary key,
  user_id uuid not null,
  topic text not null check (topic in ('TECHNICAL', 'BLOCKED_VISITOR', 'BILLING', 'ACCOUNT', 'PRIVACY', 'OTHER')),
  message text not null,
  solution_id uuid,
  -- A reference code or the id of a request, as the person entered it.
  reference text,
  state text not null default 'OPEN' check (state in ('OPEN', 'ANSWERED', 'CLOSED')),
  created_at timestamptz not null
);
-- Ids sort by time.
create index enquiries_by_person on enquiries (user_id, id);
create index enquiries_by_state on enquiries (state, id);
create index enquiries_by_age on enquiries (created_at);

create table replies (
  id uuid primary key,
  enquiry_id uuid not null references enquiries on delete cascade,
  -- The operator who wrote it.
  user_id uuid not null,
  text text not null,
  created_at timestamptz not null
);
create index replies_by_enquiry on replies (enquiry_id, id);

-- Calls with an `Idempotency-Key`: one key has one effect within 24 hours.
create table repeated_calls (
  key_hash bytea not null,
  caller text not null,
  body_hash bytea not null,
  created_at timestamptz not null,
  -- The attempt that has the key, and since when.
  holder uuid not null,
  taken_at timestamptz not null,
  -- Both null until there is an answer.
  status integer,
  answer text,
  primary key (caller, key_hash)
);
create index repeated_calls_by_age on repeated_calls (created_at);
