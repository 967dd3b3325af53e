-- Since when an organization manages a solution for the first time. Who gives a solution back and takes it again begins no new time
-- in which it earns by it.
create table managements (
  solution_id uuid not null references solutions on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  first_at timestamptz not null,
  primary key (solution_id, organization_id)
);
-- When the solutions that are managed already were given is written nowhere but in the log.
insert into managements select id, organization_id, created_at from solutions where organization_id is not null;

create function remember_management() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into solution.managements (solution_id, organization_id, first_at) values (new.id, new.organization_id, new.updated_at) on conflict do nothing;
  return null;
end $$;
create trigger solutions_remember_management after insert or update of organization_id on solutions
  for each row when (new.organization_id is not null) execute function remember_management();

-- The organization whose link led the actor here. Nobody is led to what is theirs, and whoever was here before, by themselves or by
-- another organization, is led by nobody any more.
create function brought_by(code text) returns uuid language sql stable security definer set search_path = pg_catalog
  return (select o.id from solution.organizations o
    where o.referral_code = code and o.deleted_at is null
      and o.id not in (select solution.my_organizations('VIEWER'))
      and not exists (select from solution.solutions s where s.created_by = solution.current_actor() and s.referred_by is distinct from o.id));

-- Which organization recommended the programme to another one was never used for anything.
alter table organizations drop column referred_by;
drop function organization_by_code;

revoke execute on function remember_management, brought_by from public;
grant execute on function brought_by to bollard_solution;
alter table managements enable row level security;
