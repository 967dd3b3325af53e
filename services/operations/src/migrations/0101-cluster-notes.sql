-- What operators know of where verifications come from, until a day. A note that was replaced or removed stays as the record of it.
create table cluster_notes (
  id uuid primary key,
  kind text not null check (kind in ('OPERATOR', 'NETWORK', 'TLS')),
  value text not null,
  note text not null,
  noted_by uuid not null,
  noted_at timestamptz not null,
  until timestamptz not null,
  -- Removed before its time, or replaced.
  ended_at timestamptz
);
create unique index cluster_notes_open on cluster_notes (kind, value) where ended_at is null;
