-- Mails of a machine without SMTP. They carry sign-in links, so they live for days, not for good.
create table mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  tag text NOT NULL,
  sent_at timestamptz NOT NULL,
  unsubscribe_url text,
  attachments jsonb
);
CREATE INDEX mails_by_time ON mails (sent_at DESC, id DESC);

-- Mails that wait for their turn. A body may carry a link that signs in, so it is emptied as soon as nobody needs it.
create table outbox (
  id uuid primary key,
  -- Whoever asks twice for the same mail, such as one reminder of an invoice, names it; then it is written once in 30 days.
  key text unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  tag text not null,
  unsubscribe_url text,
  state text not null check (state in ('PENDING', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  -- Until then the process that is sending it may be alive.
  leased_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- What the last attempt failed of, without addresses.
  error text,
  -- Files that go with a mail, as [{kind, id, name, mediaType}]: where they lie, not what they say. Null for none, and once nobody needs it.
  attachments jsonb
);
create index outbox_due on outbox (next_try_at, id) where state = 'PENDING';
create index outbox_by_age on outbox (created_at) where state <> 'PENDING';

-- Addresses that a server has refused for good. A mail that arrives there takes the row away again.
create table bounces (
  -- In lower case.
  address text primary key,
  at timestamptz not null,
  answer text not null
);
