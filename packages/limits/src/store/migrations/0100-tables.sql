-- What is counted of each key; see `Cell`. Unlogged: nothing waits for the disk, and after a crash of the server all limits begin anew.
-- No index but the key's, so that an update changes no index (HOT); room in each page for the same reason.
create unlogged table cells (
  key bytea primary key,
  -- COUNTER: begin of the window. LOG, LEASES: 0. SLOTS: number of the newest slot. BUCKET: the moment of slots[1].
  at bigint not null,
  -- COUNTER: what was used. LOG: moments of use. SLOTS: what was used in slot n, at n modulo 16 plus 1. BUCKET: what it lacks. LEASES: their ends.
  slots bigint[] not null,
  -- LEASES: who holds them, in the order of their ends. Otherwise empty.
  leases uuid[] not null,
  -- On the ladder: step, since when, challenges owed, until when it says something. Empty: on the ground.
  standing bigint[] not null,
  expires_at bigint not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
