-- Whoever deletes a solution may ask for an export, which is made and told of before anything is erased.
alter table solutions
  add column export_requested_by text,
  add column export_id uuid,
  add column export_told_at timestamptz;
grant update (export_requested_by, export_id, export_told_at) on solutions to bollard_solution;

-- As before, and what belongs to the end of a solution is decided by its admins as well.
create or replace function refuse_lower_roles() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and old.id not in (select solution.my_solutions('ADMIN'))
    and (new.lifecycle, new.ends_at, new.deletion_at, new.delete_at_end, new.export_requested_by, new.export_id, new.export_told_at)
      is distinct from (old.lifecycle, old.ends_at, old.deletion_at, old.delete_at_end, old.export_requested_by, old.export_id, old.export_told_at) then
    raise exception 'Only an admin decides on the life of a solution' using errcode = '42501';
  end if;
  -- Whoever manages it gives it up through `release_solutions`, which does not run as this role.
  if current_user = 'bollard_solution' and old.organization_id is not null and new.organization_id is null
    and old.id not in (select solution.my_solutions('ADMIN')) then
    raise exception 'Only an admin of the solution takes it from an organization' using errcode = '42501';
  end if;
  return new;
end $$;
