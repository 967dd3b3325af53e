-- Addresses that are told of a site's alerts and belong to none of its members: nobody mails them before they have confirmed.
create table captcha.alert_addresses (
  id uuid primary key,
  site_id int not null references captcha.sites (id) on delete cascade,
  -- In lower case.
  address text not null,
  language text not null,
  state text not null check (state in ('WAITING', 'CONFIRMED', 'UNSUBSCRIBED')),
  -- SHA-256 of the link that waits; it works for a day.
  token_hash bytea unique,
  asked_at timestamptz,
  created_at timestamptz not null,
  unique (site_id, address)
);
create index alert_addresses_asked on captcha.alert_addresses (address, asked_at);

-- Who was told until now still is, and has a link to end it.
insert into captcha.alert_addresses (id, site_id, address, language, state, created_at)
  select gen_random_uuid(), s.site_id, lower(r ->> 'email'), r ->> 'language', 'CONFIRMED', now()
  from captcha.alert_settings s cross join jsonb_array_elements(s.settings -> 'recipients') r
  on conflict do nothing;

-- Mails carry links, and nobody needs them once they are sent.
update captcha.alert_outbox set body = '' where mail_to is not null and status <> 'PENDING';
