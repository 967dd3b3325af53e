-- Who did what. Rows are only ever added, through `audit.append`; each carries the hash of the one before in its scope, so
-- a row that was changed or taken away shows.
create table entries (
  id bigint generated always as identity primary key,
  -- What the entry belongs to, and who may read it: a solution, an organization, an account, or the deployment itself.
  scope text not null check (scope in ('SOLUTION', 'ORGANIZATION', 'ACCOUNT', 'SYSTEM')),
  scope_id text not null,
  -- 1 for the first entry of a scope.
  number bigint not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('USER', 'API_KEY', 'OPERATOR', 'SYSTEM')),
  actor_id text,
  action text not null,
  target_kind text,
  target_id text,
  before jsonb,
  after jsonb,
  -- The last part of the address is cut off before it comes here.
  network text,
  user_agent text,
  request_id text,
  previous_hash bytea not null,
  hash bytea not null,
  unique (scope, scope_id, number)
);
create index entries_by_actor on entries (actor_id, id) where actor_id is not null;

-- The newest entry of each scope; its lock makes entries of one scope wait for each other.
create table heads (
  scope text not null,
  scope_id text not null,
  number bigint not null,
  hash bytea not null,
  primary key (scope, scope_id)
);

-- A role that may add says itself what it may add about: a function of its service is asked for each entry, beside what row-level
-- security lets the same transaction see. The owner of the tables is bound by neither.
create table writers (
  role name primary key,
  -- Name with its schema of a function (scope text, scope_id text, actor_kind text, actor_id text) returns boolean.
  guard text not null
);

-- When each chain was last walked through, and the first entry at fault that was found then.
create table checks (
  scope text not null,
  scope_id text not null,
  -- When somebody began to.
  taken_at timestamptz not null,
  verified_at timestamptz,
  broken_number bigint,
  primary key (scope, scope_id)
);
create index checks_by_age on checks (verified_at);
