-- Files that go with a mail, as [{kind, id, name, mediaType}]: where they lie, not what they say. Null for none, and once nobody needs it.
alter table outbox add column attachments jsonb;
alter table mails add column attachments jsonb;

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
