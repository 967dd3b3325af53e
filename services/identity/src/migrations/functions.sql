-- The person whom the running transaction is for; null, who is nobody, where it has not said so.
create or replace function current_person() returns uuid language sql stable
  return nullif(current_setting('bollard.user', true), '')::uuid;

-- Who has an address, for the mail to its owner when someone else wants it. A bound call looks at another person nowhere else, and
-- answers nothing of what it sees.
create or replace function owner_of_address(address text) returns table (language text, given_name text, email_verified boolean)
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    select u.language, u.given_name, u.email_verified from identity.users u where u.email = address;
  end;

-- What a bound call may add to the audit log: what its person does with their account.
create or replace function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable
  set search_path = pg_catalog
  return coalesce(scope = 'ACCOUNT' and scope_id = identity.current_person()::text
    and (actor_kind = 'SYSTEM' or (actor_kind = 'USER' and actor_id = identity.current_person()::text)), false);
