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
  error text
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

alter table mails add column unsubscribe_url text;

-- Puts a mail into the outbox, in the transaction and as whatever role the caller is; false when its key is known. With
-- "local" it lies in the mailbox of this machine at the same moment: nothing is left to send.
create function enqueue(m jsonb) returns boolean language plpgsql security definer set search_path = pg_catalog as $$
declare
  at constant timestamptz := (m->>'at')::timestamptz;
  is_local constant boolean := (m->>'local')::boolean;
begin
  insert into mail.outbox (id, key, recipient, subject, body_text, body_html, tag, unsubscribe_url, state, next_try_at, created_at, ended_at)
  values ((m->>'id')::uuid, m->>'key', m->>'to', m->>'subject', case when is_local then '' else m->>'text' end, case when is_local then '' else m->>'html' end,
    m->>'tag', m->>'unsubscribeUrl', case when is_local then 'SENT' else 'PENDING' end, at, at, case when is_local then at end)
  on conflict (key) do update set id = excluded.id, recipient = excluded.recipient, subject = excluded.subject, body_text = excluded.body_text,
    body_html = excluded.body_html, tag = excluded.tag, unsubscribe_url = excluded.unsubscribe_url, state = excluded.state, attempts = 0,
    next_try_at = excluded.next_try_at, leased_until = null, created_at = excluded.created_at, ended_at = excluded.ended_at, error = null
  where mail.outbox.created_at <= excluded.created_at - interval '30 days';
  if not found then
    return false;
  end if;
  if is_local then
    insert into mail.mails (id, recipient, subject, body_text, body_html, tag, unsubscribe_url, sent_at)
    values ((m->>'id')::uuid, m->>'to', m->>'subject', m->>'text', m->>'html', m->>'tag', m->>'unsubscribeUrl', at);
  else
    perform pg_notify('mail_outbox', '');
  end if;
  return true;
end $$;

-- Every role of this database is a service of ours; all they can do is add.
revoke all on all functions in schema mail from public;
grant usage on schema mail to public;
grant execute on function enqueue(jsonb) to public;
