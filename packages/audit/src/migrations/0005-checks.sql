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
