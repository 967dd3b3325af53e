-- Puts a mail into the outbox, in the transaction and as whatever role the caller is; false when its key is known. With
-- "local" it lies in the mailbox of this machine at the same moment: nothing is left to send.
-- As in 0002, but what may be switched off does not go to an address that came back: it would harm the standing of the sender, and
-- with it mails that have to arrive. What has to come, among it the mail that tries the address again, is sent as before.
-- As in 0004, with the files.
create or replace function enqueue(m jsonb) returns boolean language plpgsql security definer set search_path = pg_catalog as $$
declare
  at constant timestamptz := (m->>'at')::timestamptz;
  is_local constant boolean := (m->>'local')::boolean;
begin
  if m->>'unsubscribeUrl' is not null and exists (select from mail.bounces where address = lower(m->>'to')) then
    return false;
  end if;
  insert into mail.outbox (id, key, recipient, subject, body_text, body_html, tag, unsubscribe_url, attachments, state, next_try_at, created_at, ended_at)
  values ((m->>'id')::uuid, m->>'key', m->>'to', m->>'subject', case when is_local then '' else m->>'text' end, case when is_local then '' else m->>'html' end,
    m->>'tag', m->>'unsubscribeUrl', case when not is_local then m->'attachments' end, case when is_local then 'SENT' else 'PENDING' end, at, at,
    case when is_local then at end)
  on conflict (key) do update set id = excluded.id, recipient = excluded.recipient, subject = excluded.subject, body_text = excluded.body_text,
    body_html = excluded.body_html, tag = excluded.tag, unsubscribe_url = excluded.unsubscribe_url, attachments = excluded.attachments,
    state = excluded.state, attempts = 0, next_try_at = excluded.next_try_at, leased_until = null, created_at = excluded.created_at,
    ended_at = excluded.ended_at, error = null
  where mail.outbox.created_at <= excluded.created_at - interval '30 days';
  if not found then
    return false;
  end if;
  if is_local then
    insert into mail.mails (id, recipient, subject, body_text, body_html, tag, unsubscribe_url, attachments, sent_at)
    values ((m->>'id')::uuid, m->>'to', m->>'subject', m->>'text', m->>'html', m->>'tag', m->>'unsubscribeUrl', m->'attachments', at);
  else
    perform pg_notify('mail_outbox', '');
  end if;
  return true;
end $$;
