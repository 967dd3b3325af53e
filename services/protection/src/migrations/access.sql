-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_protection  a call about a solution, bound to it by row-level security: see `current_solution`
-- bollard_api         decides about requests, and answers what other services ask
-- bollard_worker      the change guard, and what is too old

grant usage on schema protection to bollard_protection, bollard_api, bollard_worker;
grant execute on function current_solution, current_caller to bollard_protection;

grant select, insert, delete, update (effects, state_number, time_zone, policy_version) on spaces to bollard_api;
grant select, update (plan_requests, policy_version) on spaces to bollard_worker;
grant select on limiters, limiter_overrides, allowed_visitors to bollard_api;
grant select, insert, update on guarded_visitors, limiter_hours, allowed_days, usage_days to bollard_api;
grant select, update (mode, config, stage, stage_at, next_at, former, former_mode, fault, updated_at, round,
  version) on limiters to bollard_worker;
grant select, delete on guarded_visitors, limiter_hours, allowed_days, usage_days to bollard_worker;
grant select on limiter_overrides to bollard_worker;
grant select, insert, update (ending, status) on decisions to bollard_api;
grant select, insert, update (allow, challenge, throttle, deny) on counts to bollard_api;
grant select, insert on recorded_batches, reported_ids to bollard_api;
grant select (id, solution_id, decision_id, at, state, decided_at, decided_by), insert on blocked_reports to bollard_api;
grant select, insert, update (at, sealed, key_id) on seen_addresses to bollard_api;
grant select, delete on seen_addresses to bollard_worker;
grant select on report_links, report_schedules, month_reports, report_files to bollard_api;
grant select, insert, update, delete on repeated_calls to bollard_api;
grant select, delete on decisions, recorded_batches, reported_ids to bollard_worker;
grant select, delete, update (message, email, sealed, key_id) on blocked_reports to bollard_worker;
grant select, insert, delete, update (step, allow, challenge, throttle, deny) on counts to bollard_worker;
grant select, insert on month_reports to bollard_worker;
grant select, update (last_month, last_sent_at) on report_schedules to bollard_worker;
grant select, delete on report_links to bollard_worker;
grant select, insert, delete on report_files to bollard_worker;
grant select (created_at), delete on repeated_calls to bollard_worker;

-- Validations are asked for with a secret key, which no call is bound by.
grant select on forms, spam_filters to bollard_api;
grant select, insert, update on form_days to bollard_api;
grant select (id, solution_id, form_id, at, state, conclusion, weight, codes, decided_at, decided_by, kept_until), insert on reviews to bollard_api;
grant select, insert, update (at) on seen_boxes to bollard_api;
grant select, insert on seen_texts to bollard_api;
grant select, insert, update (kept_until) on seen_passages to bollard_api;
grant select (id, solution_id, kept_until), delete on reviews to bollard_worker;
grant select, delete on form_days, filter_days, seen_boxes, seen_texts, seen_passages to bollard_worker;

-- A call sees and changes rows of its own solution, whatever its statements say.
do $$
declare
  own record;
begin
  for own in select * from (values
    ('spaces', 'select, update (settings, settings_version, policy_version)'),
    ('limiters', 'select, insert, delete, update (name, config, mode, stage, stage_at, next_at, former, former_mode, fault, updated_at,
      round, version)'),
    ('limiter_overrides', 'select, insert, delete'),
    ('allowed_visitors', 'select, insert, delete'),
    ('forms', 'select, insert, delete, update (name, mode, fields, review_from, refuse_from, keep_days, updated_at, version)'),
    ('form_days', 'select'),
    ('reviews', 'select, update (state, taught_in, decided_at, decided_by)'),
    ('spam_filters', 'select, insert, update (life, state, sealed_key, key_id, version)'),
    ('filter_days', 'select, insert, delete, update (correct, mistaken)'),
    ('seen_boxes', 'select'),
    ('seen_texts', 'select'),
    ('seen_passages', 'select'),
    ('limiter_hours', 'select'),
    ('allowed_days', 'select'),
    ('usage_days', 'select'),
    ('decisions', 'select'),
    ('counts', 'select'),
    ('reported_ids', 'select'),
    ('blocked_reports', 'select, update (state, decided_by, decided_at)'),
    ('month_reports', 'select'),
    ('report_schedules', 'select, insert, delete'),
    ('report_links', 'select, insert, delete'),
    ('report_files', 'select'),
    ('seen_addresses', 'select'),
    ('guarded_visitors', 'select, delete')
  ) as listed (name, rights) loop
    execute format('alter table protection.%I enable row level security', own.name);
    execute format('grant %s on protection.%I to bollard_protection', own.rights, own.name);
    execute format('create policy own_solution on protection.%I to bollard_protection using (solution_id = protection.current_solution())
      with check (solution_id = protection.current_solution())', own.name);
    execute format('create policy every_solution on protection.%I to bollard_worker, bollard_api using (true) with check (true)', own.name);
  end loop;
end $$;

alter table recorded_batches enable row level security;
create policy every_batch on recorded_batches to bollard_worker, bollard_api using (true) with check (true);

-- The transaction of a bound call keeps its answer, and nobody else's.
grant select (caller, key_hash, holder, status), update (status, answer) on repeated_calls to bollard_protection;
alter table repeated_calls enable row level security;
create policy own_calls on repeated_calls to bollard_protection using (caller = protection.current_caller()) with check (caller = protection.current_caller());
create policy every_call on repeated_calls to bollard_worker, bollard_api using (true) with check (true);

-- What a call may add to the audit log: what its caller does to its solution.
select audit.let_in('bollard_protection', 'protection.may_audit'::regproc);
grant execute on function may_audit to bollard_protection;
