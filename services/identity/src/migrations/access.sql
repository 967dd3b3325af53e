-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_identity  a call of a signed-in person, bound to that person by row-level security: see `current_person`
-- bollard_api       signs people in, before it knows who they are, and answers what other services and administrators ask
-- bollard_worker    deadlines, deletions, exports, conversions

grant usage on schema identity to bollard_identity, bollard_api, bollard_worker;
grant select, insert, update, delete on all tables in schema identity to bollard_api, bollard_worker;
revoke all on migrations, current_files from bollard_api, bollard_worker;
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
    'password_resets', 'account_exports', 'factor_removals', 'weekly_reports', 'new_factor_undos'
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
