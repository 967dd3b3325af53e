-- Invoices are mailed to an address that a person names once somebody there has said yes; its own account's address needs no word.
create table confirmed_emails (
  user_id text not null,
  email text not null check (email = lower(email)),
  confirmed_at timestamptz not null,
  primary key (user_id, email)
);
-- Links in mails. Used ones are gone, late ones are kept for a week to be told apart from wrong ones.
create table email_confirmations (
  token_hash bytea primary key,
  user_id text not null,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_confirmations_of_email on email_confirmations (email, created_at);
create index email_confirmations_of_user on email_confirmations (user_id, created_at);

-- How many mails somebody gets and sends is counted over all accounts: nobody is flooded from several.
create function confirmations_to(to_email text, since timestamptz) returns integer language sql stable security definer set search_path = pg_catalog
  begin atomic
    select count(*)::integer from billing.email_confirmations where email = to_email and created_at > since;
  end;
revoke execute on function confirmations_to from public;
grant execute on function confirmations_to to bollard_billing;

grant select, insert, delete on confirmed_emails, email_confirmations to bollard_billing;
alter table confirmed_emails enable row level security;
alter table email_confirmations enable row level security;
create policy own_emails on confirmed_emails to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy emails_of_system on confirmed_emails for select to bollard_billing using (is_system());
create policy own_confirmations on email_confirmations to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy confirmations_of_system on email_confirmations to bollard_billing using (is_system());
