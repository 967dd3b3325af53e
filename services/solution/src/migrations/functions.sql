-- Whom the running transaction acts for, and whether an administrator looks at everybody's.
create or replace function current_actor() returns text language sql stable
  return nullif(current_setting('bollard.actor', true), '');

create or replace function sees_all() returns boolean language sql stable
  return coalesce(current_setting('bollard.sees_all', true), '') = 'on';

-- These read members past the policy of that table, which would otherwise call itself.
create or replace function my_solutions() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select solution_id from solution.members where user_id = solution.current_actor();
  end;

create or replace function may_found(wanted uuid) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (select from solution.solutions where id = wanted and created_by = solution.current_actor())
    and not exists (select from solution.members where solution_id = wanted);

-- Solutions, organizations and who belongs to them, at least with a role. These read members past the policy of that
-- table, which would otherwise call itself.
create or replace function reaches(role text, lowest text) returns boolean language sql immutable
  return array_position(array['VIEWER', 'MEMBER', 'ADMIN'], role) >= array_position(array['VIEWER', 'MEMBER', 'ADMIN'], lowest);

create or replace function my_solutions(lowest text) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select solution_id from solution.members where user_id = solution.current_actor() and solution.reaches(role, lowest);
  end;

create or replace function my_organizations(lowest text) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select organization_id from solution.organization_members where user_id = solution.current_actor() and solution.reaches(role, lowest);
  end;

create or replace function may_found_organization(wanted uuid) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (select from solution.organizations where id = wanted and created_by = solution.current_actor())
    and not exists (select from solution.organization_members where organization_id = wanted);

-- The invitation whose token the transaction has shown; a stranger who accepts it becomes a member.
create or replace function shown_token() returns bytea language sql stable
  return decode(nullif(current_setting('bollard.shown_token', true), ''), 'hex');

-- Anyone who holds the link may become a member as long as the link can be used.
create or replace function is_invited(to_solution uuid, to_organization uuid, with_role text) returns boolean language sql stable security definer
  set search_path = pg_catalog
  return exists (
    select from solution.invitations where token_hash = solution.shown_token() and role = with_role and status = 'PENDING'
      and (solution_id = to_solution or organization_id = to_organization))
    or exists (select from solution.invite_tokens where token_hash = solution.shown_token() and purpose = 'JOIN' and role = with_role
      and organization_id = to_organization and revoked_at is null and (max_uses is null or uses < max_uses));

-- Whether solutions belong to the same people: a mark of the first admin of each. Nobody learns from it who that is.
create or replace function owners_of(asked uuid[]) returns table (solution_id uuid, owner text) language sql stable security definer
  set search_path = pg_catalog
  begin atomic
    select m.solution_id, encode(sha256(convert_to(min(m.user_id), 'UTF8')), 'hex') from solution.members m
      where m.solution_id = any(asked) and m.role = 'ADMIN' group by m.solution_id;
  end;

-- One admin always stays, whoever takes whom away and however many do so at once: the lock on the solution makes them take turns,
-- and the second one sees what the first one did. Before its members go, a solution has to be DELETED and an organization deleted.
create or replace function keep_an_admin() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if old.role <> 'ADMIN' or (tg_op = 'UPDATE' and new.role = 'ADMIN') then
    return null;
  end if;
  perform from solution.solutions where id = old.solution_id and lifecycle <> 'DELETED' for no key update;
  if found and not exists (select from solution.members where solution_id = old.solution_id and role = 'ADMIN') then
    raise exception 'A solution keeps an admin' using errcode = 'BL001', detail = old.solution_id::text;
  end if;
  return null;
end $$;
create or replace trigger members_keep_an_admin after update of role or delete on members for each row execute function keep_an_admin();

create or replace function keep_an_organization_admin() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if old.role <> 'ADMIN' or (tg_op = 'UPDATE' and new.role = 'ADMIN') then
    return null;
  end if;
  perform from solution.organizations where id = old.organization_id and deleted_at is null for no key update;
  if found and not exists (select from solution.organization_members where organization_id = old.organization_id and role = 'ADMIN') then
    raise exception 'An organization keeps an admin' using errcode = 'BL001', detail = old.organization_id::text;
  end if;
  return null;
end $$;
create or replace trigger organization_members_keep_an_admin after update of role or delete on organization_members
  for each row execute function keep_an_organization_admin();

-- Nobody verifies an organization but administrators of the deployment, or the owner of the tables.
create or replace function refuse_self_verification() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and not solution.sees_all()
    and (new.verification = 'VERIFIED' and old.verification <> 'VERIFIED' or new.verified_until > coalesce(old.verified_until, '-infinity')) then
    raise exception 'Only administrators verify organizations' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger organizations_verified_by_others before update on organizations for each row execute function refuse_self_verification();

-- The confirmed address of the actor, where a transaction has to know it.
create or replace function shown_email() returns text language sql stable
  return nullif(current_setting('bollard.shown_email', true), '');

-- What an invitation or a link leads to, for whom it was shown; null when that is gone.
create or replace function invited_to(invitation uuid) returns text language sql stable security definer set search_path = pg_catalog
  return (select coalesce(s.label, o.name) from solution.invitations i
    left join solution.solutions s on s.id = i.solution_id and s.lifecycle not in ('DELETION_PENDING', 'DELETED')
    left join solution.organizations o on o.id = i.organization_id and o.deleted_at is null
    where i.id = invitation and (i.token_hash = solution.shown_token() or i.email = solution.shown_email()));

create or replace function linked_organization(invite_token uuid) returns table (name text, verified boolean) language sql stable security definer
  set search_path = pg_catalog
  begin atomic
    select o.name, o.verification = 'VERIFIED' from solution.invite_tokens t join solution.organizations o on o.id = t.organization_id
      where t.id = invite_token and t.token_hash = solution.shown_token() and o.deleted_at is null;
  end;

-- How many members something has, for who is about to become one and does not see them yet.
create or replace function count_invited(to_solution uuid, to_organization uuid) returns integer language sql stable security definer set search_path = pg_catalog
  return (select count(*) from (select from solution.members where solution_id = to_solution
    union all select from solution.organization_members where organization_id = to_organization) m)::int;

-- Customers do not belong to the organization that manages their solution, so its members cannot be asked for its limits by them.
create or replace function managed_by(organization uuid) returns table (verified boolean, count integer) language sql stable security definer
  set search_path = pg_catalog
  begin atomic
    select o.verification = 'VERIFIED', (select count(*) from solution.solutions s where s.organization_id = o.id and s.lifecycle <> 'DELETED')::int
      from solution.organizations o where o.id = organization and o.deleted_at is null;
  end;

create or replace function is_referral_code_taken(code text) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (select from solution.organizations o where o.referral_code = code)
    or exists (select from solution.given_up_codes g where g.code = is_referral_code_taken.code
      and g.organization_id not in (select solution.my_organizations('ADMIN')));

-- An admin of an organization makes it stop managing solutions, without having to be a member of them. `only_these` null means all.
create or replace function release_solutions(organization uuid, only_these uuid[], moment timestamptz) returns setof uuid language sql volatile security definer
  set search_path = pg_catalog
  begin atomic
    update solution.solutions set organization_id = null, version = version + 1, updated_at = moment
      where organization_id = organization and (only_these is null or id = any(only_these))
        and organization in (select solution.my_organizations('ADMIN'))
      returning id;
  end;

-- A solution is given to an organization by somebody who belongs to both, or by a customer who followed its link.
create or replace function refuse_foreign_organization() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user <> 'bollard_solution' or new.organization_id is null then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.organization_id is not distinct from old.organization_id then
      return new;
    end if;
    if new.id not in (select solution.my_solutions('ADMIN')) then
      raise exception 'Only an admin of the solution gives it to an organization' using errcode = '42501';
    end if;
  end if;
  if new.organization_id in (select solution.my_organizations('MEMBER'))
    or exists (select from solution.invite_tokens where token_hash = solution.shown_token() and purpose = 'REFERRAL'
      and organization_id = new.organization_id and revoked_at is null) then
    return new;
  end if;
  raise exception 'Only members give solutions to an organization' using errcode = '42501';
end $$;
create or replace trigger solutions_given_by_members before insert or update on solutions for each row execute function refuse_foreign_organization();

-- Counted by the database, so that no statement can change a lock or a lifecycle behind the captcha's back.
create or replace function count_state() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if new.lifecycle is distinct from old.lifecycle or new.timezone is distinct from old.timezone then
    new.restriction_number := old.restriction_number + 1;
  end if;
  return new;
end $$;
create or replace trigger state_counts before update on solutions for each row execute function count_state();

create or replace function count_lock() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' or new.effect is distinct from old.effect or (new.unlocked_at is null) <> (old.unlocked_at is null) then
    update solution.solutions set restriction_number = restriction_number + 1 where id = new.solution_id;
  end if;
  return null;
end $$;
create or replace trigger lock_counts after insert or update on locks for each row execute function count_lock();

-- All that holds for a solution: the effects of its open locks and of its lifecycle, in order and each once.
create or replace function effects_of(wanted uuid) returns text[] language sql stable security definer set search_path = pg_catalog
  return (
    select coalesce(array_agg(distinct effect order by effect), '{}') from (
      select effect from solution.locks where solution_id = wanted and unlocked_at is null
      union all
      select unnest(array['REFUSE', 'READ_ONLY']) from solution.solutions where id = wanted and lifecycle in ('ENDED', 'DELETION_PENDING', 'DELETED')
    ) open
  );

-- Members of a solution see who manages it, though few of them belong to that organization.
create or replace function name_of_organization(wanted uuid) returns text language sql stable security definer set search_path = pg_catalog
  return (select name from solution.organizations where id = wanted);

-- Members change settings; only admins decide when a solution ends, whether its data is exported then, and who manages it.
create or replace function refuse_lower_roles() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and old.id not in (select solution.my_solutions('ADMIN'))
    and (new.lifecycle, new.ends_at, new.deletion_at, new.export_requested_by, new.export_id, new.export_told_at)
      is distinct from (old.lifecycle, old.ends_at, old.deletion_at, old.export_requested_by, old.export_id, old.export_told_at) then
    raise exception 'Only an admin decides on the life of a solution' using errcode = '42501';
  end if;
  -- Whoever manages it gives it up through `release_solutions`, which does not run as this role.
  if current_user = 'bollard_solution' and old.organization_id is not null and new.organization_id is null
    and old.id not in (select solution.my_solutions('ADMIN')) then
    raise exception 'Only an admin of the solution takes it from an organization' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger solutions_led_by_admins before update on solutions for each row execute function refuse_lower_roles();

-- An organization that is founded as verified would have verified itself.
create or replace function refuse_verified_founding() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and not solution.sees_all()
    and (new.verification <> 'UNVERIFIED' or new.verified_until is not null or new.deleted_at is not null) then
    raise exception 'Organizations are founded unverified' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger organizations_founded_unverified before insert on organizations for each row execute function refuse_verified_founding();

-- Anyone who holds only the link answers an open invitation, or uses a link for joining once more. Neither is opened again.
create or replace function refuse_reopening() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and old.status <> 'PENDING' then
    raise exception 'An invitation that was answered or taken back stays so' using errcode = '42501';
  end if;
  if current_user = 'bollard_solution' and not coalesce(
      solution.sees_all() or old.solution_id in (select solution.my_solutions('ADMIN')) or old.organization_id in (select solution.my_organizations('ADMIN')), false)
    and (new.status not in ('ACCEPTED', 'DECLINED') or (new.token_hash, new.expires_at, new.resent_at) is distinct from (old.token_hash, old.expires_at, old.resent_at)) then
    raise exception 'Who was invited accepts or declines' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger invitations_stay_answered before update on invitations for each row execute function refuse_reopening();

create or replace function refuse_more_uses() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and (old.revoked_at is not null or new.uses not in (old.uses, old.uses + 1)) then
    raise exception 'A link that has ended stays so, and uses are counted one by one' using errcode = '42501';
  end if;
  if current_user = 'bollard_solution' and new.revoked_at is not null and not solution.sees_all()
    and old.organization_id not in (select solution.my_organizations('ADMIN')) then
    raise exception 'Only admins end a link' using errcode = '42501';
  end if;
  return new;
end $$;
create or replace trigger invite_tokens_only_run_out before update on invite_tokens for each row execute function refuse_more_uses();

-- What this role may add to the audit log: about solutions and organizations that the actor belongs to or administrators look at, in
-- the name of the actor.
-- People who leave still record it: what the actor belonged to when the transaction began. These functions write no row, so nothing of it stays.
create or replace function note_leaving() returns trigger language plpgsql set search_path = pg_catalog as $$
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
create or replace trigger members_note_leaving after delete on members for each row execute function note_leaving();
create or replace trigger organization_members_note_leaving after delete on organization_members for each row execute function note_leaving();
create or replace trigger solutions_note_leaving after update of organization_id on solutions for each row
  when (old.organization_id is distinct from new.organization_id and old.organization_id is not null) execute function note_leaving();

-- The invitations that the transaction was shown: people who decline one are not members, and need not be signed in.
create or replace function shown_invitations() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select coalesce(solution_id, organization_id) from solution.invitations
      where token_hash = solution.shown_token() or email = solution.shown_email();
  end;

create or replace function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable set search_path = pg_catalog
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

create or replace function remember_management() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into solution.managements (solution_id, organization_id, first_at) values (new.id, new.organization_id, new.updated_at) on conflict do nothing;
  return null;
end $$;
create or replace trigger solutions_remember_management after insert or update of organization_id on solutions
  for each row when (new.organization_id is not null) execute function remember_management();

-- The organization whose link led the actor here. Nobody is referred to an organization of their own, and people who were here before,
-- alone or through another organization, are not referred any more.
create or replace function brought_by(code text) returns uuid language sql stable security definer set search_path = pg_catalog
  return (select o.id from solution.organizations o
    where o.referral_code = code and o.deleted_at is null
      and o.id not in (select solution.my_organizations('VIEWER'))
      and not exists (select from solution.solutions s where s.created_by = solution.current_actor() and s.referred_by is distinct from o.id));

create or replace function keep_given_up_code() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into solution.given_up_codes (code, organization_id) values (old.referral_code, old.id) on conflict (code) do update set organization_id = excluded.organization_id;
  return null;
end $$;
create or replace trigger organizations_keep_given_up_code after update of referral_code on organizations
  for each row when (old.referral_code <> new.referral_code) execute function keep_given_up_code();

-- The words of a label, as the index `solutions_by_words` has them.
create or replace function label_words(label text) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array_remove(regexp_split_to_array(lower(label), '[\s!-/:-@\[-`{-~]+'), ''));

-- The newest solutions whose labels have all these words, for operators. The policy of the table would keep the index from being read
-- for anything but equality, so this reads past it.
create or replace function solutions_by_label(words tsquery, below uuid, of_type text, of_lifecycle text, is_locked boolean, most integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog
  begin atomic
    with found as materialized (
      select s.id, s.type, s.lifecycle from solution.solutions s where solution.sees_all() and solution.label_words(s.label) @@ words)
    select f.id from found f where (below is null or f.id < below) and (of_type is null or f.type = of_type)
      and (of_lifecycle is null or f.lifecycle = of_lifecycle)
      and (is_locked is null or is_locked = exists (select from solution.locks l where l.solution_id = f.id and l.unlocked_at is null))
    order by f.id desc limit most;
  end;
