-- Links with a code are still around when its organization has taken another one. Nobody else gets it then, since customers would be
-- led to whom they were not sent to; who had it may take it again.
create table given_up_codes (
  code text primary key,
  organization_id uuid not null references organizations on delete cascade
);
create function keep_given_up_code() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into solution.given_up_codes (code, organization_id) values (old.referral_code, old.id) on conflict (code) do update set organization_id = excluded.organization_id;
  return null;
end $$;
create trigger organizations_keep_given_up_code after update of referral_code on organizations
  for each row when (old.referral_code <> new.referral_code) execute function keep_given_up_code();

create or replace function is_referral_code_taken(code text) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (select from solution.organizations o where o.referral_code = code)
    or exists (select from solution.given_up_codes g where g.code = is_referral_code_taken.code
      and g.organization_id not in (select solution.my_organizations('ADMIN')));

revoke execute on function keep_given_up_code from public;
alter table given_up_codes enable row level security;
