-- Entries are added by `prepare` and `append` alone and never changed: no role but the owner has any right to write the tables of the
-- chain. A role that a service takes on adds what its guard lets it, see `writers`, and reads nothing.
grant usage on schema audit to bollard_solution, bollard_billing, bollard_identity, bollard_captcha, bollard_api, bollard_worker;
grant execute on function prepare, append
  to bollard_solution, bollard_billing, bollard_identity, bollard_captcha, bollard_api, bollard_worker;
select let_in('bollard_api', 'audit.by_process'::regproc);
select let_in('bollard_worker', 'audit.by_process'::regproc);

-- Who may read a scope is the services' to decide. A call that is bound to a person reads what is told of their account, and what they did.
grant select on entries, heads to bollard_api, bollard_worker;
grant select on entries to bollard_identity;
alter table entries enable row level security;
create policy every_scope on entries to bollard_api, bollard_worker using (true);
create policy own_account on entries for select to bollard_identity
  using ((scope = 'ACCOUNT' and scope_id = current_setting('bollard.user', true)) or actor_id = current_setting('bollard.user', true));
grant execute on function digest_of to bollard_api, bollard_worker;
-- When each chain was verified last.
grant select, insert, update on checks to bollard_api, bollard_worker;
-- What covers the ends of chains after a change of the key. The owner alone writes it, and whoever verifies chains reads it: no call of a person.
grant select on vouchers to bollard_api, bollard_worker;
