-- What this role may add to the audit log: about solutions and organizations that the actor belongs to or administrators look at, in
-- the name of the actor.

-- Whoever goes still tells of it: what the actor was of at the beginning of the transaction. These write no row, so that nothing is left of it.
create function note_leaving() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  gone uuid;
begin
  if tg_table_name = 'members' then
    gone := case when old.user_id = solution.current_actor() then old.solution_id end;
  elsif tg_table_name = 'organization_members' then
    gone := case when old.user_id = solution.current_actor() then old.organization_id end;
  elsif old.organization_id in (select solution.my_organizations('VIEWER')) then
    gone := old.id;
  end if;
  if gone is not null then
    perform set_config('bollard.left', concat_ws(',', nullif(current_setting('bollard.left', true), ''), gone), true);
  end if;
  return null;
end $$;
create trigger members_note_leaving after delete on members for each row execute function note_leaving();
create trigger organization_members_note_leaving after delete on organization_members for each row execute function note_leaving();
create trigger solutions_note_leaving after update of organization_id on solutions for each row
  when (old.organization_id is distinct from new.organization_id and old.organization_id is not null) execute function note_leaving();

-- The invitations that the transaction was shown: whoever turns one down is no member, and need not even be signed in.
create function shown_invitations() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select coalesce(solution_id, organization_id) from solution.invitations
      where token_hash = solution.shown_token() or email = solution.shown_email();
  end;

create function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable set search_path = pg_catalog
  return coalesce(
    case actor_kind
      when 'USER' then actor_id = solution.current_actor()
      when 'OPERATOR' then solution.sees_all() and actor_id = solution.current_actor()
      when 'SYSTEM' then solution.current_actor() is null
    end
    and case
      -- What operators note for each other about locks.
      when scope = 'SYSTEM' then solution.sees_all() and scope_id = 'locks'
      when scope not in ('SOLUTION', 'ORGANIZATION') then false
      when solution.sees_all() or scope_id = any (string_to_array(current_setting('bollard.left', true), ','))
        or scope_id in (select id::text from solution.shown_invitations() as id) then true
      when scope = 'ORGANIZATION' then scope_id in (select id::text from solution.my_organizations('VIEWER') as id)
      else scope_id in (
        select id::text from solution.my_solutions('VIEWER') as id
        union all select id::text from solution.solutions where organization_id in (select solution.my_organizations('VIEWER')))
    end, false);
revoke execute on function note_leaving, shown_invitations, may_audit from public;
select audit.let_in('bollard_solution', 'solution.may_audit'::regproc);
