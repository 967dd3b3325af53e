-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_identity  a call of a signed-in person, bound to that person by row-level security: see `current_person`
-- bollard_api       signs people in, before it knows who they are, and answers what other services and administrators ask
-- bollard_worker    deadlines, deletions, exports, conversions

grant usage on schema identity to bollard_identity, bollard_api, bollard_worker;
-- Sign-up, sign-in and what the links of mails do, before anyone is bound; what administrators see of advertisements.
grant select, insert, delete on users to bollard_api;
grant update (email, email_verified, is_admin, version, updated_at, deletion_at, deletion_undo_hash, suspended_at, suspension_reason) on users to bollard_api;
grant select, insert, update (password_hash, updated_at) on accounts to bollard_api;
grant select, insert, update, delete on sessions, rate_limits, first_admin_token, email_codes, pending_sign_ins, password_resets, factor_removals
  to bollard_api;
grant select, insert, delete on email_tokens, email_undos, trusted_devices, recovery_codes, passkey_challenges, new_factor_undos to bollard_api;
grant select, delete on email_changes to bollard_api;
grant select, delete, update (last_step) on totp_secrets to bollard_api;
grant select, delete, update (counter, backed_up, last_used_at) on passkeys to bollard_api;
-- Whose session of the admin site a call comes with; everything else of it is asked in the name of the person.
grant select on operator_sessions to bollard_api;
grant select, insert, update on known_browsers, notification_preferences, conversions to bollard_api;
grant select, insert on advertising_tokens to bollard_api;
-- What operators do with accounts.
grant select (id, user_id, status), insert on account_exports to bollard_api;
grant select, insert, update (settled_at) on operator_requests to bollard_api;
grant select, insert, update (link_hash, token_hash), delete on account_views to bollard_api;
-- The last for the lock alone: nobody changes when a file was made.
grant select, insert, update (created_at) on conversion_exports to bollard_api;

-- What has ended goes, and an export tells a person what there is: never what would let anybody in, such as hashes and secrets.
grant select (id, email, email_verified, given_name, language, is_admin, image, created_at, updated_at, timezone, theme, version,
  advertising_token_id, deletion_at, terms_version, terms_accepted_at, suspended_at, suspension_reason), delete, update (updated_at) on users to bollard_worker;
grant select (id, user_id, created_at, updated_at) on accounts to bollard_worker;
grant select (id, user_id, network, user_agent, created_at, last_active_at, expires_at), delete on sessions to bollard_worker;
grant select (session_id, user_id, opened_at, last_active_at, change_until, change_reason, change_ticket) on operator_sessions to bollard_worker;
grant select (id, user_id, name, created_at, last_used_at), delete on passkeys to bollard_worker;
grant select (user_id, created_at, confirmed_at), delete on totp_secrets to bollard_worker;
grant select (user_id, created_at), delete on recovery_codes to bollard_worker;
grant select (user_id, last_seen_at), delete on known_browsers to bollard_worker;
grant select (user_id, created_at, expires_at), delete on trusted_devices to bollard_worker;
grant select (user_id, new_email, expires_at), delete on email_changes to bollard_worker;
grant select (user_id, old_email, expires_at), delete on email_undos to bollard_worker;
grant select (user_id, expires_at), delete on email_tokens, email_codes, password_resets, new_factor_undos, pending_sign_ins to bollard_worker;
grant select (registers, expires_at), delete on passkey_challenges to bollard_worker;
grant select (user_id, link_expires_at, started_at, mails_sent, next_at, removed_at, stop_hashes), update (mails_sent, next_at, stop_hashes, removed_at),
  delete on factor_removals to bollard_worker;
grant select (resets_at), delete on rate_limits to bollard_worker;
grant select on operator_requests to bollard_worker;
grant delete on operator_requests, account_views to bollard_worker;
grant select (id, user_id, reason, created_at, expires_at) on account_views to bollard_worker;
grant select, update, delete on account_exports to bollard_worker;
grant select on notification_preferences to bollard_worker;
grant select, insert, update on weekly_reports, conversions to bollard_worker;
grant select, update, delete on advertising_tokens to bollard_worker;
grant execute on function current_person, owner_of_address, may_audit to bollard_identity;
select audit.let_in('bollard_identity', 'identity.may_audit'::regproc);

-- Of their own account people change these columns; whether it is an administrator's, or confirmed, is not theirs to write.
grant select, delete on users to bollard_identity;
grant update (given_name, language, timezone, theme, version, updated_at, deletion_at, deletion_undo_hash) on users to bollard_identity;
alter table users enable row level security;
create policy own_account on users to bollard_identity using (id = current_person()) with check (id = current_person());
create policy every_account on users to bollard_api, bollard_worker using (true) with check (true);

-- What else belongs to one person.
do $$
declare
  own text;
begin
  foreach own in array array[
    'sessions', 'accounts', 'email_tokens', 'email_codes', 'email_changes', 'email_undos', 'notification_preferences',
    'known_browsers', 'pending_sign_ins', 'trusted_devices', 'totp_secrets', 'recovery_codes', 'passkeys',
    'password_resets', 'account_exports', 'factor_removals', 'weekly_reports', 'new_factor_undos', 'operator_sessions'
  ] loop
    execute format('grant select, insert, update, delete on identity.%I to bollard_identity', own);
    execute format('alter table identity.%I enable row level security', own);
    execute format('create policy own on identity.%I to bollard_identity using (user_id = identity.current_person()) with check (user_id = identity.current_person())', own);
    execute format('create policy every_person on identity.%I to bollard_api, bollard_worker using (true) with check (true)', own);
  end loop;
end $$;

-- A challenge for a new passkey is of whoever makes it; one for signing in is of nobody yet.
grant select, insert, update, delete on passkey_challenges to bollard_identity;
alter table passkey_challenges enable row level security;
create policy own on passkey_challenges to bollard_identity using (registers = current_person()) with check (registers = current_person());
create policy every_person on passkey_challenges to bollard_api, bollard_worker using (true) with check (true);

-- Who is looked at reads that it is so, and until when.
grant select (id, user_id, reason, expires_at) on account_views to bollard_identity;
alter table account_views enable row level security;
create policy own on account_views for select to bollard_identity using (user_id = current_person());
create policy every_person on account_views to bollard_api, bollard_worker using (true) with check (true);
