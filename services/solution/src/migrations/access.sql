-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_solution             acts for somebody, and row-level security binds it to what that person may see and change
-- bollard_api, bollard_worker  what nobody in particular asked for: deadlines, deletions, questions of other services

grant usage on schema solution to bollard_api, bollard_worker;
grant execute on all functions in schema solution to bollard_api, bollard_worker;
grant select on all tables in schema solution to bollard_api, bollard_worker;
revoke all on migrations, current_files from bollard_api, bollard_worker;
grant insert, update on solutions, locks, organizations, organization_evidence to bollard_api, bollard_worker;
grant insert, update, delete on members, organization_members, invitations, invite_tokens to bollard_api, bollard_worker;
grant insert, update, delete on repeated_calls to bollard_api, bollard_worker;
grant delete on invitation_mails, payout_accounts to bollard_api, bollard_worker;

-- The hot path asks whether solutions belong to the same people, and nothing else.
grant usage on schema solution to bollard_edge;
grant execute on function owners_of to bollard_edge;

grant usage on schema solution to bollard_solution;
grant execute on function label_words, solutions_by_label, current_actor, sees_all, my_solutions(), may_found, reaches, my_solutions(text), my_organizations,
  may_found_organization, shown_token, is_invited, shown_email, invited_to, linked_organization, count_invited, managed_by,
  is_referral_code_taken, release_solutions, effects_of, name_of_organization, brought_by
  to bollard_solution;

grant select, update (status, answer) on repeated_calls to bollard_solution;
alter table repeated_calls enable row level security;
create policy by_processes on repeated_calls to bollard_api, bollard_worker using (true) with check (true);
create policy own_calls_read on repeated_calls for select to bollard_solution using (caller = current_actor());
create policy own_calls_answered on repeated_calls for update to bollard_solution
  using (caller = current_actor()) with check (caller = current_actor());

grant select, insert on organizations to bollard_solution;
grant update (name, kind, legal_name, website, contact_email, country_code, language, vat_id, register_number, address,
  commission_preference, referral_code, verification, verification_reason, verified_until, payouts_frozen_until, version, updated_at,
  deleted_at) on organizations to bollard_solution;
alter table organizations enable row level security;
create policy by_processes on organizations to bollard_api, bollard_worker using (true) with check (true);
create policy organizations_founded on organizations for insert to bollard_solution with check (created_by = current_actor());
create policy organizations_changed on organizations for update to bollard_solution
  using (sees_all() or id in (select my_organizations('ADMIN'))) with check (sees_all() or id in (select my_organizations('ADMIN')));
create policy organizations_seen on organizations for select to bollard_solution using (sees_all() or id in (select my_organizations('VIEWER')));

grant select, insert on solutions to bollard_solution;
grant update (label, version, updated_at, organization_id, timezone, language, notification_emails, lifecycle, ends_at, deletion_at,
  export_requested_by, export_id, export_told_at) on solutions to bollard_solution;
alter table solutions enable row level security;
create policy by_processes on solutions to bollard_api, bollard_worker using (true) with check (true);
create policy solutions_of_members on solutions for select to bollard_solution
  using (sees_all() or id in (select my_solutions()));
create policy solutions_of_oneself on solutions for insert to bollard_solution
  with check (created_by = current_actor());
-- Solutions: members see, members change, admins delete; operators (sees_all) do what the policy function let them.
create policy solutions_changed on solutions for update to bollard_solution
  using (sees_all() or id in (select my_solutions('MEMBER'))) with check (sees_all() or id in (select my_solutions('MEMBER')));
-- An organization sees the solutions that it manages.
create policy solutions_managed on solutions for select to bollard_solution using (organization_id in (select my_organizations('VIEWER')));

grant select, insert, delete on members to bollard_solution;
grant update (role) on members to bollard_solution;
alter table members enable row level security;
create policy by_processes on members to bollard_api, bollard_worker using (true) with check (true);
create policy members_of_own_solutions on members for select to bollard_solution
  using (sees_all() or solution_id in (select my_solutions()));
create policy founding_member on members for insert to bollard_solution
  with check (user_id = current_actor() and role = 'ADMIN' and may_found(solution_id));
create policy members_changed on members for update to bollard_solution
  using (sees_all() or solution_id in (select my_solutions('ADMIN'))) with check (sees_all() or solution_id in (select my_solutions('ADMIN')));
create policy members_removed on members for delete to bollard_solution
  using (sees_all() or user_id = current_actor() or solution_id in (select my_solutions('ADMIN')));
create policy members_invited on members for insert to bollard_solution
  with check (user_id = current_actor() and is_invited(solution_id, null, role));

grant select, insert, delete on organization_members to bollard_solution;
grant update (role) on organization_members to bollard_solution;
alter table organization_members enable row level security;
create policy by_processes on organization_members to bollard_api, bollard_worker using (true) with check (true);
create policy organization_members_seen on organization_members for select to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('VIEWER')));
create policy organization_founder on organization_members for insert to bollard_solution
  with check (user_id = current_actor() and ((role = 'ADMIN' and may_found_organization(organization_id)) or is_invited(null, organization_id, role)));
create policy organization_members_changed on organization_members for update to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (sees_all() or organization_id in (select my_organizations('ADMIN')));
create policy organization_members_removed on organization_members for delete to bollard_solution
  using (sees_all() or user_id = current_actor() or organization_id in (select my_organizations('ADMIN')));

grant select, insert on organization_evidence to bollard_solution;
grant update (details, status, decided_at) on organization_evidence to bollard_solution;
alter table organization_evidence enable row level security;
create policy by_processes on organization_evidence to bollard_api, bollard_worker using (true) with check (true);
create policy evidence_of_admins on organization_evidence to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (sees_all() or organization_id in (select my_organizations('ADMIN')));

grant select, insert on locks to bollard_solution;
grant update (unlocked_by, unlocked_at) on locks to bollard_solution;
alter table locks enable row level security;
create policy by_processes on locks to bollard_api, bollard_worker using (true) with check (true);
create policy locks_seen on locks for select to bollard_solution using (sees_all() or solution_id in (select my_solutions('VIEWER')));
create policy locks_set on locks for insert to bollard_solution
  with check (sees_all() or (reason = 'OWNER_REQUEST' and solution_id in (select my_solutions('ADMIN'))));
create policy locks_opened on locks for update to bollard_solution
  using (sees_all() or (reason = 'OWNER_REQUEST' and solution_id in (select my_solutions('ADMIN'))));

grant select, insert on invitations to bollard_solution;
grant update (token_hash, status, expires_at, resent_at, decided_at) on invitations to bollard_solution;
alter table invitations enable row level security;
create policy by_processes on invitations to bollard_api, bollard_worker using (true) with check (true);
create policy invitations_of_admins on invitations to bollard_solution
  using (sees_all() or solution_id in (select my_solutions('ADMIN')) or organization_id in (select my_organizations('ADMIN')))
  with check (sees_all() or solution_id in (select my_solutions('ADMIN')) or organization_id in (select my_organizations('ADMIN')));
create policy invitations_shown on invitations for select to bollard_solution using (token_hash = shown_token());
create policy invitations_answered on invitations for update to bollard_solution using (token_hash = shown_token()) with check (token_hash = shown_token());
create policy invitations_addressed on invitations for select to bollard_solution using (email = shown_email());

grant select, insert on invite_tokens to bollard_solution;
grant update (uses, revoked_at) on invite_tokens to bollard_solution;
alter table invite_tokens enable row level security;
create policy by_processes on invite_tokens to bollard_api, bollard_worker using (true) with check (true);
create policy invite_tokens_of_admins on invite_tokens to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (sees_all() or organization_id in (select my_organizations('ADMIN')));
create policy invite_tokens_shown on invite_tokens for select to bollard_solution using (token_hash = shown_token());
create policy invite_tokens_used on invite_tokens for update to bollard_solution using (token_hash = shown_token()) with check (token_hash = shown_token());

grant select, insert, update, delete on payout_accounts to bollard_solution;
alter table payout_accounts enable row level security;
create policy by_processes on payout_accounts to bollard_api, bollard_worker using (true) with check (true);
create policy payout_accounts_of_admins on payout_accounts to bollard_solution
  using (sees_all() or organization_id in (select my_organizations('ADMIN'))) with check (organization_id in (select my_organizations('ADMIN')));

grant select, insert, delete on invitation_mails to bollard_solution;
alter table invitation_mails enable row level security;
create policy by_processes on invitation_mails to bollard_api, bollard_worker using (true) with check (true);
create policy own_invitation_mails on invitation_mails to bollard_solution using (sent_by = current_actor()) with check (sent_by = current_actor());

alter table managements enable row level security;
create policy by_processes on managements to bollard_api, bollard_worker using (true) with check (true);

grant select, insert on dpa_acceptances to bollard_solution;
alter table dpa_acceptances enable row level security;
create policy by_processes on dpa_acceptances to bollard_api, bollard_worker using (true) with check (true);
create policy acceptances_of_solutions on dpa_acceptances for select to bollard_solution
  using (sees_all() or solution_id in (select my_solutions('VIEWER')));
create policy accepted_by_admins on dpa_acceptances for insert to bollard_solution
  with check (accepted_by = current_actor() and solution_id in (select my_solutions('ADMIN')));

alter table given_up_codes enable row level security;
create policy by_processes on given_up_codes to bollard_api, bollard_worker using (true) with check (true);

select audit.let_in('bollard_solution', 'solution.may_audit'::regproc);
