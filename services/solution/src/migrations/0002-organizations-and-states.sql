-- Organizations of the partner programme, invitations, the three states of a solution, and who may touch what.

create table organizations (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('AGENCY', 'RESELLER', 'AFFILIATE', 'COMPANY')),
  legal_name text,
  website text,
  contact_email text not null,
  country_code text not null,
  language text not null,
  vat_id text,
  register_number text,
  -- street, addressLine2, postalCode, city, region
  address jsonb not null default '{}',
  commission_preference text not null default 'PAYOUT' check (commission_preference in ('PAYOUT', 'CUSTOMER_DISCOUNT')),
  referral_code text not null unique,
  -- The organization that recommended the programme.
  referred_by uuid references organizations on delete set null,
  accepted_terms jsonb not null,
  verification text not null default 'UNVERIFIED' check (verification in ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED', 'REVOKED')),
  verification_reason text,
  verified_until timestamptz,
  -- Set when a change of name, country, VAT id or account makes us look again.
  payouts_frozen_until timestamptz,
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted organizations keep their row for the books; nobody sees it any more.
  deleted_at timestamptz
);
create index organizations_created_by on organizations (created_by);

create table organization_members (
  organization_id uuid not null references organizations on delete cascade,
  user_id text not null,
  role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  created_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index organization_members_of_user on organization_members (user_id, organization_id desc) include (role);

-- What was shown to prove who an organization is. Where a document names a person or an account, only its result is kept.
create table organization_evidence (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('EMAIL_DOMAIN', 'VAT_ID', 'REGISTER', 'BANK_ACCOUNT', 'MANUAL')),
  -- What was found, such as the consultation number of VIES; no secrets.
  details jsonb not null default '{}',
  status text not null check (status in ('OPEN', 'CONFIRMED', 'REFUSED')),
  created_by text not null,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index organization_evidence_of on organization_evidence (organization_id, id);

alter table solutions
  add column organization_id uuid references organizations on delete set null,
  add column timezone text not null default 'Etc/UTC',
  add column language text not null default 'en',
  add column notification_emails text[] not null default '{}',
  -- CANCEL_SCHEDULED until `ends_at`, then ENDED; DELETION_PENDING until `deleted_at`, then nothing is left but the number.
  add column lifecycle text not null default 'ACTIVE' check (lifecycle in ('ACTIVE', 'CANCEL_SCHEDULED', 'ENDED', 'DELETION_PENDING', 'DELETED')),
  add column ends_at timestamptz,
  add column deletion_at timestamptz,
  -- The organization that brought the customer by an invite token or link, and when.
  add column referred_by uuid references organizations on delete set null,
  add column referred_at timestamptz;
create index solutions_of_organization on solutions (organization_id, id desc) where organization_id is not null;
create index solutions_due on solutions (lifecycle, ends_at, deletion_at) where lifecycle <> 'ACTIVE';

create table locks (
  id uuid primary key,
  solution_id uuid not null references solutions on delete cascade,
  reason text not null check (reason in ('PAYMENT_OVERDUE', 'TRIAL_EXPIRED', 'QUOTA_EXCEEDED', 'ABUSE', 'TERMS_VIOLATION', 'SECURITY_INCIDENT', 'LEGAL_ORDER',
    'ACCOUNT_REVIEW', 'OWNER_REQUEST')),
  effect text not null check (effect in ('WORK_ONLY', 'REFUSE', 'RESULTS_REFUSED', 'READ_ONLY')),
  -- Text by language, for the members.
  public_message jsonb not null default '{}',
  locked_by text,
  locked_at timestamptz not null,
  locked_until timestamptz,
  unlocked_by text,
  unlocked_at timestamptz
);
create index locks_open on locks (solution_id) where unlocked_at is null;

create table invitations (
  id uuid primary key,
  solution_id uuid references solutions on delete cascade,
  organization_id uuid references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  language text not null,
  message text not null default '',
  -- SHA-256 of the token in the mail.
  token_hash bytea not null unique,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  resent_at timestamptz,
  decided_at timestamptz,
  check ((solution_id is null) <> (organization_id is null))
);
create unique index invitations_pending_of_solution on invitations (solution_id, email) where status = 'PENDING' and solution_id is not null;
create unique index invitations_pending_of_organization on invitations (organization_id, email) where status = 'PENDING' and organization_id is not null;
create index invitations_to on invitations (email) where status = 'PENDING';

create table invite_tokens (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  label text not null,
  purpose text not null check (purpose in ('REFERRAL', 'JOIN')),
  role text check (role in ('VIEWER', 'MEMBER')),
  -- SHA-256 of the token, and its first characters to recognise it by.
  token_hash bytea not null unique,
  prefix text not null,
  uses integer not null default 0,
  max_uses integer,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  check ((purpose = 'JOIN') = (role is not null))
);
create index invite_tokens_of on invite_tokens (organization_id, id desc);

-- The audit log has become a package of its own with hashes; what was written down so far moves there.
do $$
declare old record;
begin
  for old in select * from solution.audit order by id loop
    perform audit.append(jsonb_build_object('scope', 'SOLUTION', 'scopeId', old.solution_id, 'at', old.at, 'action', old.action, 'after', old.details,
      'actor', jsonb_build_object('kind', 'USER', 'id', old.actor_id), 'from', jsonb_build_object('requestId', old.request_id)));
  end loop;
end $$;
drop table audit;

-- Solutions, organizations and who belongs to them, at least with a role. These read members past its own policy, which would
-- otherwise ask itself.
create function reaches(role text, lowest text) returns boolean language sql immutable
  return array_position(array['VIEWER', 'MEMBER', 'ADMIN'], role) >= array_position(array['VIEWER', 'MEMBER', 'ADMIN'], lowest);
create function my_solutions(lowest text) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select solution_id from solution.members where user_id = solution.current_actor() and solution.reaches(role, lowest);
  end;
create function my_organizations(lowest text) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select organization_id from solution.organization_members where user_id = solution.current_actor() and solution.reaches(role, lowest);
  end;
create function may_found_organization(wanted uuid) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (select from solution.organizations where id = wanted and created_by = solution.current_actor())
    and not exists (select from solution.organization_members where organization_id = wanted);
-- Of the invitation whose token the transaction has shown; accepting it makes a member of somebody who is none.
create function shown_token() returns bytea language sql stable
  return decode(nullif(current_setting('bollard.shown_token', true), ''), 'hex');
create function is_invited(to_solution uuid, to_organization uuid, with_role text) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (
    select from solution.invitations where token_hash = solution.shown_token() and role = with_role
      and (solution_id = to_solution or organization_id = to_organization))
    or exists (select from solution.invite_tokens where token_hash = solution.shown_token() and purpose = 'JOIN' and role = with_role
      and organization_id = to_organization);
revoke execute on function reaches, my_solutions(text), my_organizations, may_found_organization, shown_token, is_invited from public;
grant execute on function reaches, my_solutions(text), my_organizations, may_found_organization, shown_token, is_invited to bollard_solution;

grant select, insert, update, delete on organizations, organization_members, organization_evidence, locks, invitations, invite_tokens to bollard_solution;
grant update, delete on solutions, members to bollard_solution;

alter table organizations enable row level security;
alter table organization_members enable row level security;
alter table organization_evidence enable row level security;
alter table locks enable row level security;
alter table invitations enable row level security;
alter table invite_tokens enable row level security;

-- Solutions: members see, members change, admins delete; operators (sees_all) do what the policy function let them.
create policy solutions_changed on solutions for update to bollard_solution
  using (sees_all() or id in (select my_solutions('MEMBER'))) with check (sees_all() or id in (select my_solutions('MEMBER')));
create policy solutions_deleted on solutions for delete to bollard_solution using (sees_all() or id in (select my_solutions('ADMIN')));
-- An organization sees the solutions that it manages.
create policy solutions_managed on solutions for select to bollard_solution using (organization_id in (select my_organizations('VIEWER')));

create policy members_changed on members for update to bollard_solution
  using (sees_all() or solution_id in (select my_solutions('ADMIN'))) with check (sees_all() or solution_id in (select my_solutions('ADMIN')));
create policy members_removed on members for delete to bollard_solution
  using (sees_all() or user_id = current_actor() or solution_id in (select my_solutions('ADMIN')));
create policy members_invited on members for insert to bollard_solution
  with check (user_id = current_actor() and is_invited(solution_id, null, role));

create policy organizations_seen on organizations for select to bollard_solution
  using (sees_all() or id in (select my_organizations('VIEWER')) or created_by = current_actor());
create policy organizations_founded on organizations for insert to bollard_solution with check (created_by = current_actor());
create policy organizations_changed on organizations for update to bollard_solution
  using (sees_all() or id in (select my_organizations('ADMIN'))) with check (sees_all() or id in (select my_organizations('ADMIN')));

create policy organization_members_seen on organization_members for select to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('VIEWER')));
create policy organization_founder on organization_members for insert to bollard_solution
  with check (user_id = current_actor() and ((role = 'ADMIN' and may_found_organization(organization_id)) or is_invited(null, organization_id, role)));
create policy organization_members_changed on organization_members for update to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (sees_all() or organization_id in (select my_organizations('ADMIN')));
create policy organization_members_removed on organization_members for delete to bollard_solution
  using (sees_all() or user_id = current_actor() or organization_id in (select my_organizations('ADMIN')));

create policy evidence_of_admins on organization_evidence to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (sees_all() or organization_id in (select my_organizations('ADMIN')));

create policy locks_seen on locks for select to bollard_solution using (sees_all() or solution_id in (select my_solutions('VIEWER')));
create policy locks_set on locks for insert to bollard_solution with check (sees_all() or solution_id in (select my_solutions('ADMIN')));
create policy locks_opened on locks for update to bollard_solution using (sees_all() or solution_id in (select my_solutions('ADMIN')));

create policy invitations_of_admins on invitations to bollard_solution
  using (sees_all() or solution_id in (select my_solutions('ADMIN')) or organization_id in (select my_organizations('ADMIN')))
  with check (sees_all() or solution_id in (select my_solutions('ADMIN')) or organization_id in (select my_organizations('ADMIN')));
create policy invitations_shown on invitations for select to bollard_solution using (token_hash = shown_token());
create policy invitations_answered on invitations for update to bollard_solution using (token_hash = shown_token()) with check (token_hash = shown_token());

create policy invite_tokens_of_admins on invite_tokens to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (sees_all() or organization_id in (select my_organizations('ADMIN')));
create policy invite_tokens_shown on invite_tokens for select to bollard_solution using (token_hash = shown_token());
create policy invite_tokens_used on invite_tokens for update to bollard_solution using (token_hash = shown_token()) with check (token_hash = shown_token());
