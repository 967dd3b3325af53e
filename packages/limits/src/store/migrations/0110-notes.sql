-- Notes of requests that are under way, for whichever process hears how they ended. Unlogged as `cells`: what is lost counts as if nobody had said.
create unlogged table notes (
  key bytea primary key,
  note text not null,
  expires_at bigint not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index notes_by_expiry on notes (expires_at);
