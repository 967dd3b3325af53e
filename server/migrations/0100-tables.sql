-- Keys of the captcha on our own website. The secret key is kept readable, because the sites process
-- needs it after every start and this key guards nothing but the demo.
create table own_sites (
  solution_id uuid not null,
  hostname text not null,
  site_key text not null,
  secret_key text not null,
  name text not null check (name in ('website', 'identity')),
  primary key (name)
);

-- Calls with an Idempotency-Key of services that keep no answers themselves: taken before the call, answered after it.
create table repeated_calls (
  caller text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  -- Null until there is an answer.
  status integer,
  -- The text as it was sent, without what is told once.
  answer text,
  created_at timestamptz not null,
  -- An answer is kept in the transaction of its effect, by the attempt that holds the key: one without an answer had no effect, and
  -- after its lease another attempt may take the key over.
  holder uuid,
  -- Those from before did not promise that, so nobody takes them over.
  taken_at timestamptz not null default 'infinity',
  primary key (caller, key_hash)
);
create index repeated_calls_by_age on repeated_calls (created_at);
