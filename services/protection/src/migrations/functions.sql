-- The solution that the running transaction is for; null, which is like none, where it has not said so.
create or replace function current_solution() returns uuid language sql stable
  return nullif(current_setting('bollard.solution', true), '')::uuid;

-- Who calls in the running transaction: the id of a person, or `key:` and the number of an API key of the captcha.
create or replace function current_caller() returns text language sql stable
  return nullif(current_setting('bollard.caller', true), '');

-- What a bound call may add to the audit log: what its caller does to its solution. The gate has looked at the key.
create or replace function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable
  set search_path = pg_catalog
  return coalesce(scope = 'SOLUTION' and scope_id = protection.current_solution()::text
    and case when actor_kind = 'USER' then actor_id = protection.current_caller()
      when actor_kind = 'API_KEY' then actor_id = nullif(current_setting('bollard.key', true), '') end, false);
