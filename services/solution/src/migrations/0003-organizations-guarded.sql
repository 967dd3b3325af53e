-- What the tables of organizations, members, invitations and links need to hold their promises by themselves.

-- Holder and number of the account for payouts, encrypted by the service.
create table payout_accounts (
  organization_id uuid primary key references organizations on delete cascade,
  method text not null check (method = 'SEPA'),
  sealed bytea not null,
  changed_at timestamptz not null
);

-- Mails with invitations that somebody sent within the last hour, to limit them.
create table invitation_mails (
  sent_by text not null,
  at timestamptz not null
);
create index invitation_mails_of on invitation_mails (sent_by, at);

create index organizations_verified_until on organizations (verified_until) where verification = 'VERIFIED';
create index invitations_of_solution on invitations (solution_id, id desc) where solution_id is not null;
create index invitations_of_organization on invitations (organization_id, id desc) where organization_id is not null;

-- One admin always stays, whoever takes whom away and however many do so at once: the lock on the solution makes them take turns,
-- and the second one sees what the first one did. Before its members go, a solution has to be DELETED and an organization deleted.
create function keep_an_admin() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
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
create trigger members_keep_an_admin after update of role or delete on members for each row execute function keep_an_admin();

create function keep_an_organization_admin() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
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
create trigger organization_members_keep_an_admin after update of role or delete on organization_members
  for each row execute function keep_an_organization_admin();

-- Nobody verifies an organization but administrators of the deployment, or the owner of the tables.
create function refuse_self_verification() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and not solution.sees_all()
    and (new.verification = 'VERIFIED' and old.verification <> 'VERIFIED' or new.verified_until > coalesce(old.verified_until, '-infinity')) then
    raise exception 'Only administrators verify organizations' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger organizations_verified_by_others before update on organizations for each row execute function refuse_self_verification();

-- The confirmed address of the actor, where a transaction has to know it.
create function shown_email() returns text language sql stable
  return nullif(current_setting('bollard.shown_email', true), '');

-- Who holds the link may become a member, as long as it can be used.
create or replace function is_invited(to_solution uuid, to_organization uuid, with_role text) returns boolean language sql stable security definer
  set search_path = pg_catalog
  return exists (
    select from solution.invitations where token_hash = solution.shown_token() and role = with_role and status = 'PENDING'
      and (solution_id = to_solution or organization_id = to_organization))
    or exists (select from solution.invite_tokens where token_hash = solution.shown_token() and purpose = 'JOIN' and role = with_role
      and organization_id = to_organization and revoked_at is null and (max_uses is null or uses < max_uses));

-- What an invitation or a link leads to, for whom it was shown; null when that is gone.
create function invited_to(invitation uuid) returns text language sql stable security definer set search_path = pg_catalog
  return (select coalesce(s.label, o.name) from solution.invitations i
    left join solution.solutions s on s.id = i.solution_id and s.lifecycle not in ('DELETION_PENDING', 'DELETED')
    left join solution.organizations o on o.id = i.organization_id and o.deleted_at is null
    where i.id = invitation and (i.token_hash = solution.shown_token() or i.email = solution.shown_email()));
create function linked_organization(invite_token uuid) returns table (name text, verified boolean) language sql stable security definer
  set search_path = pg_catalog
  begin atomic
    select o.name, o.verification = 'VERIFIED' from solution.invite_tokens t join solution.organizations o on o.id = t.organization_id
      where t.id = invite_token and t.token_hash = solution.shown_token() and o.deleted_at is null;
  end;
-- How many members something has, for who is about to become one and does not see them yet.
create function count_invited(to_solution uuid, to_organization uuid) returns integer language sql stable security definer set search_path = pg_catalog
  return (select count(*) from (select from solution.members where solution_id = to_solution
    union all select from solution.organization_members where organization_id = to_organization) m)::int;

-- Customers do not belong to the organization that manages their solution, so its members cannot be asked for its limits by them.
create function managed_by(organization uuid) returns table (verified boolean, count integer) language sql stable security definer
  set search_path = pg_catalog
  begin atomic
    select o.verification = 'VERIFIED', (select count(*) from solution.solutions s where s.organization_id = o.id and s.lifecycle <> 'DELETED')::int
      from solution.organizations o where o.id = organization and o.deleted_at is null;
  end;
create function organization_by_code(code text) returns uuid language sql stable security definer set search_path = pg_catalog
  return (select id from solution.organizations where referral_code = code and deleted_at is null);
create function is_referral_code_taken(code text) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (select from solution.organizations where referral_code = code);

-- An admin of an organization ends that it manages solutions, of which he need not be a member. `only_these` null means all.
create function release_solutions(organization uuid, only_these uuid[], moment timestamptz) returns setof uuid language sql volatile security definer
  set search_path = pg_catalog
  begin atomic
    update solution.solutions set organization_id = null, version = version + 1, updated_at = moment
      where organization_id = organization and (only_these is null or id = any(only_these))
        and organization in (select solution.my_organizations('ADMIN'))
      returning id;
  end;

-- A solution is given to an organization by somebody who belongs to both, or by a customer who came by its link.
create function refuse_foreign_organization() returns trigger language plpgsql set search_path = pg_catalog as $$
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
create trigger solutions_given_by_members before insert or update on solutions for each row execute function refuse_foreign_organization();

revoke execute on function keep_an_admin, keep_an_organization_admin, refuse_self_verification, refuse_foreign_organization, shown_email, invited_to,
  linked_organization, count_invited, managed_by, organization_by_code, is_referral_code_taken, release_solutions from public;
grant execute on function shown_email, invited_to, linked_organization, count_invited, managed_by, organization_by_code, is_referral_code_taken,
  release_solutions to bollard_solution;

grant select, insert, update, delete on payout_accounts to bollard_solution;
grant select, insert, delete on invitation_mails to bollard_solution;
-- Of an invitation only its state and its link ever change, so that nobody raises the role in it before accepting. Of a member the role.
revoke update on members, organization_members, invitations, invite_tokens from bollard_solution;
grant update (role) on members to bollard_solution;
grant update (role) on organization_members to bollard_solution;
grant update (status, token_hash, expires_at, resent_at, decided_at) on invitations to bollard_solution;
grant update (uses, revoked_at) on invite_tokens to bollard_solution;

alter table payout_accounts enable row level security;
alter table invitation_mails enable row level security;
create policy payout_accounts_of_admins on payout_accounts to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (organization_id in (select my_organizations('ADMIN')));
create policy own_invitation_mails on invitation_mails to bollard_solution using (sent_by = current_actor()) with check (sent_by = current_actor());
create policy invitations_addressed on invitations for select to bollard_solution using (email = shown_email());

-- Whoever founded an organization and left it sees it no more.
drop policy organizations_seen on organizations;
create policy organizations_seen on organizations for select to bollard_solution using (sees_all() or id in (select my_organizations('VIEWER')));
