-- What operators do with accounts.
alter table users add column suspended_at timestamptz;
-- What the person was told.
alter table users add column suspension_reason text;
alter table users add constraint users_suspension_check check ((suspended_at is null) = (suspension_reason is null)) not valid;

-- What takes two operators: one asks, another one confirms. Rows end with the account and, settled or not, after a month.
create table operator_requests (
  id uuid primary key,
  kind text not null check (kind in ('GRANT_ADMIN', 'REVOKE_ADMIN', 'DELETE_ACCOUNT')),
  user_id uuid not null references users (id) on delete cascade,
  asked_by uuid not null references users (id) on delete cascade,
  reason text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Confirmed or declined.
  settled_at timestamptz
);
-- One of a kind for a person at a time.
create unique index operator_requests_open on operator_requests (user_id, kind) where settled_at is null;
create index operator_requests_by_age on operator_requests (asked_at);
create index operator_requests_by_asker on operator_requests (asked_by);

-- An operator who looks at the dashboard as somebody else, reading only: a link that works once, then a cookie.
create table account_views (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  operator_id uuid not null references users (id) on delete cascade,
  -- It ends with the session of the operator.
  session_id uuid not null references sessions (id) on delete cascade,
  reason text not null,
  -- SHA-256; null once the link was followed.
  link_hash text unique,
  link_expires_at timestamptz not null,
  -- SHA-256 of the token in the cookie; null before.
  token_hash text unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index account_views_by_user on account_views (user_id);
create index account_views_by_operator on account_views (operator_id);
create index account_views_by_session on account_views (session_id);
create index account_views_by_expiry on account_views (expires_at);
