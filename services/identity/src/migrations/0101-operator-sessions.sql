-- Sessions of the admin site. Each is bound to an ordinary session and ends with it; its cookie alone lets nobody in.
create table operator_sessions (
  session_id uuid primary key references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- SHA-256 of the token in the cookie: a stolen backup lets nobody in.
  token_hash text not null unique,
  opened_at timestamptz not null,
  -- Moves in steps of a minute.
  last_active_at timestamptz not null,
  -- Until then its operator may change something, for this reason; audit entries carry it.
  change_until timestamptz,
  change_reason text,
  change_ticket text,
  check ((change_until is null) = (change_reason is null)),
  check (change_ticket is null or change_reason is not null)
);
create index operator_sessions_by_user on operator_sessions (user_id);
