-- Demos that visitors book, at times that operators offer.
create table demo_availability (
  -- There is one row at most.
  id smallint primary key default 1 check (id = 1),
  -- As operators have set it, see `DemoAvailability` of the contracts.
  availability jsonb not null,
  changed_at timestamptz not null
);

create table demo_bookings (
  id uuid primary key,
  state text not null check (state in ('HELD', 'BOOKED', 'CANCELLED')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- SHA-256 of the session that held the time.
  session_hash bytea not null,
  -- From then on others may take the time, unless it is booked.
  held_until timestamptz not null,
  name text,
  email text,
  organization text,
  message text,
  language text,
  timezone text,
  -- Counts its changes, for calendars.
  sequence integer not null default 0,
  -- When this time was chosen: no reminder is due that lay before.
  placed_at timestamptz not null,
  day_reminder_at timestamptz,
  hour_reminder_at timestamptz,
  created_at timestamptz not null,
  constraint demo_bookings_visitor check (state = 'HELD'
    or (name is not null and email is not null and language is not null and timezone is not null)),
  -- Whatever the processes that write here believe: of two demos at the same time, one is refused.
  constraint demo_bookings_apart exclude using gist (tstzrange(starts_at, ends_at) with &&) where (state <> 'CANCELLED')
);
create unique index demo_holds_by_session on demo_bookings (session_hash) where state = 'HELD';
create index demo_bookings_by_session on demo_bookings (session_hash);
create index demo_bookings_by_start on demo_bookings (starts_at, id);

-- Calendar files, as they were mailed: each attempt to send a mail gets the same one.
create table demo_files (
  id uuid primary key,
  booking_id uuid not null references demo_bookings on delete cascade,
  content text not null
);
create index demo_files_by_booking on demo_files (booking_id);
