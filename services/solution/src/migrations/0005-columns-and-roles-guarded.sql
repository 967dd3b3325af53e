-- The second wall, as tight as the policy function: which columns ever change, and for whom.

-- Of a solution its name, its settings, its manager and its dates change. Who made it, who recommended it, which terms were
-- accepted, and what the captcha was told are not a member's to write.
revoke update, delete on solutions from bollard_solution;
grant update (label, timezone, language, notification_emails, organization_id, lifecycle, ends_at, deletion_at, delete_at_end, version, updated_at)
  on solutions to bollard_solution;
-- Nothing is deleted while somebody acts; jobs of the owner of the tables do that.
revoke delete on organizations, organization_evidence, locks, invitations, invite_tokens from bollard_solution;
drop policy solutions_deleted on solutions;

revoke update on organizations, organization_evidence, locks from bollard_solution;
grant update (name, kind, legal_name, website, contact_email, country_code, language, vat_id, register_number, address, commission_preference, referral_code,
    verification, verification_reason, verified_until, payouts_frozen_until, version, updated_at, deleted_at)
  on organizations to bollard_solution;
grant update (details, status, decided_at) on organization_evidence to bollard_solution;
grant update (unlocked_by, unlocked_at) on locks to bollard_solution;

-- Members change settings; only admins decide on the life of a solution, and on who manages it.
create function refuse_lower_roles() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and old.id not in (select solution.my_solutions('ADMIN'))
    and (new.lifecycle, new.ends_at, new.deletion_at, new.delete_at_end) is distinct from (old.lifecycle, old.ends_at, old.deletion_at, old.delete_at_end) then
    raise exception 'Only an admin decides on the life of a solution' using errcode = '42501';
  end if;
  -- Whoever manages it gives it up through `release_solutions`, which does not run as this role.
  if current_user = 'bollard_solution' and old.organization_id is not null and new.organization_id is null
    and old.id not in (select solution.my_solutions('ADMIN')) then
    raise exception 'Only an admin of the solution takes it from an organization' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger solutions_led_by_admins before update on solutions for each row execute function refuse_lower_roles();

-- Admins have a reason of their own to lock; all others are for administrators of the deployment.
drop policy locks_set on locks;
drop policy locks_opened on locks;
create policy locks_set on locks for insert to bollard_solution
  with check (sees_all() or (reason = 'OWNER_REQUEST' and solution_id in (select my_solutions('ADMIN'))));
create policy locks_opened on locks for update to bollard_solution
  using (sees_all() or (reason = 'OWNER_REQUEST' and solution_id in (select my_solutions('ADMIN'))));

-- Verified from the beginning is verified by oneself, too.
create function refuse_verified_founding() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if current_user = 'bollard_solution' and not solution.sees_all()
    and (new.verification <> 'UNVERIFIED' or new.verified_until is not null or new.deleted_at is not null) then
    raise exception 'Organizations are founded unverified' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger organizations_founded_unverified before insert on organizations for each row execute function refuse_verified_founding();

-- Who only holds the link answers an open invitation, and counts one use more of a link for joining. Neither comes back to life.
create function refuse_reopening() returns trigger language plpgsql set search_path = pg_catalog as $$
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
create trigger invitations_stay_answered before update on invitations for each row execute function refuse_reopening();

create function refuse_more_uses() returns trigger language plpgsql set search_path = pg_catalog as $$
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
create trigger invite_tokens_only_run_out before update on invite_tokens for each row execute function refuse_more_uses();

revoke execute on function refuse_lower_roles, refuse_verified_founding, refuse_reopening, refuse_more_uses from public;
