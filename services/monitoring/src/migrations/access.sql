-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_monitoring  a call about a solution, bound to it by row-level security: see `current_solution`
-- bollard_api         finds spaces and keys before it knows whose call it is, takes heartbeats, and answers what other services ask
-- bollard_worker      the engine, roll-ups, and what is too old

grant usage on schema monitoring to bollard_monitoring, bollard_api, bollard_worker;
grant execute on function current_solution, current_caller, taken_names to bollard_monitoring;

grant select, insert, delete, update (effects, state_number, time_zone) on spaces to bollard_api;
grant select, update (plan_interval_seconds, plan_services, plan_result_days) on spaces to bollard_worker;
grant select on services, maintenance, incidents, incident_events, probes, transitions, day_rollups to bollard_api;
grant select (number, id, solution_id, name, scopes, hash, last4, created_at, created_by, expires_at, revoked_at, last_used_at),
  update (last_used_at) on api_keys to bollard_api;
grant select, update (last_at) on heartbeats to bollard_api;
grant select, insert on heartbeat_nonces to bollard_api;
grant insert on signals to bollard_api;
grant select, update (due_at, lease, leased_until) on schedules to bollard_api;
grant update (last_seen_at, software_version, clock_ms, waiting, dropped, has_line, leased_by, leased_until) on probes to bollard_api;
grant select, insert, update (last_nonce, delivered, seen_at) on probe_instances to bollard_api;
grant insert on probe_results to bollard_api;
grant select, insert, update, delete on repeated_calls to bollard_api;

grant select on status_pages, page_components, status_reports, report_updates, report_templates, service_states, hour_rollups to bollard_api;
grant select, insert, delete, update (token_hash, sealed, key_id, component_ids, language, state, created_at, confirmed_at) on subscribers
  to bollard_api;
grant select, insert on subscriber_messages to bollard_api;

grant select on status_pages, page_components, status_reports, report_updates to bollard_worker;
grant update (host_served, host_proven_at, host_checked_at, host_found, host_points_here, host_ends_at, host_due_at) on status_pages to bollard_worker;
grant select (id, number) on api_keys to bollard_worker;
grant select, delete, update (state) on subscribers to bollard_worker;
grant select, insert, delete, update (tries, next_try_at, ended_at) on subscriber_messages to bollard_worker;
grant select, insert, update, delete on told_maintenance to bollard_worker;
grant select, insert, delete on maintenance_notices to bollard_worker;
grant update (announced_version) on status_pages to bollard_worker;
grant select, insert, delete, update (state) on alert_addresses to bollard_worker;
grant select (id, solution_id, address, state, language, token_hash, asked_at, created_at), update (state, token_hash, asked_at) on alert_addresses to bollard_api;

grant select, update (withheld, config, secret, secret_key_id) on services to bollard_worker;
grant select on group_members to bollard_worker;
grant select, insert, update on service_states, places, schedules, incidents to bollard_worker;
grant select, insert, update, delete on signals, pending_hours to bollard_worker;
grant select, insert, delete on transitions, results to bollard_worker;
grant select, insert, update, delete on hour_rollups, day_rollups to bollard_worker;
grant select, insert, update, delete on pass_rate_hours to bollard_worker;
grant select (service_id, solution_id, last_at) on heartbeats to bollard_worker;
grant select, insert on incident_events, month_reports to bollard_worker;
grant select, update (told_until, announced_version) on maintenance to bollard_worker;
grant select, delete on heartbeat_nonces to bollard_worker;
grant select, delete on probe_results to bollard_worker;
grant select (seen_at), delete on probe_instances to bollard_worker;
grant select (id, solution_id, place, revoked_at, last_seen_at) on probes to bollard_worker;
grant select (created_at), delete on repeated_calls to bollard_worker;
grant select, update (last_result, failing_since, free_since) on channels to bollard_worker;
grant select on on_call_schedules to bollard_worker;
grant select, update (judged_at) on alert_rules to bollard_worker;
grant select, insert, update, delete on alerts, alert_notices, notifications to bollard_worker;
grant select on channels, on_call_schedules, alert_rules, alerts, notifications to bollard_api;
grant delete, update (state, attempts, next_at, resent_at, ended_at) on notifications to bollard_api;

-- A call sees and changes rows of its own solution, whatever its statements say.
do $$
declare
  own record;
begin
  for own in select * from (values
    ('spaces', 'select, update (time_zone)'),
    ('services', 'select, insert, delete, update (name, tags, config, secret, secret_key_id, interval_seconds, retries, confirmations, recoveries,
      slow_ms, parent_id, paused, places, updated_at, version)'),
    ('group_members', 'select, insert, delete'),
    ('service_states', 'select, insert'),
    ('schedules', 'select, insert, update (due_at, lease, leased_until)'),
    ('signals', 'select (id, service_id, solution_id, at), insert'),
    ('transitions', 'select, insert'),
    ('results', 'select'),
    ('pass_rate_hours', 'select'),
    ('hour_rollups', 'select'),
    ('day_rollups', 'select, insert'),
    ('month_reports', 'select'),
    ('incidents', 'select, insert, update (state, worst, cause, impact, acknowledged_at, acknowledged_by, resolved_at, merged_into, version)'),
    ('incident_events', 'select, insert'),
    ('maintenance', 'select, insert, delete, update (title, service_ids, starts_at, duration_minutes, time_zone, recurrence, told_until, version)'),
    ('heartbeats', 'select, insert, update (token_hash, sealed, key_id, signed_only)'),
    ('api_keys', 'select (number, id, solution_id, name, scopes, last4, created_at, created_by, expires_at, revoked_at, last_used_at), insert,
      update (revoked_at)'),
    ('probes', 'select (id, solution_id, name, place, allow_private, last4, created_at, created_by, revoked_at, last_seen_at, software_version,
      clock_ms, waiting, dropped, has_line), insert,
      update (revoked_at)'),
    ('channels', 'select, insert, delete, update (name, language, active, target, secret, secret_key_id, secret_names, quiet_hours, last_result,
      failing_since, key, updated_at, version)'),
    ('on_call_schedules', 'select, insert, delete, update (name, time_zone, layers, overrides, key, updated_at, version)'),
    ('alert_rules', 'select, insert, delete, update (name, active, service_ids, condition, steps, repeat, judged_at, key, updated_at, version)'),
    ('alerts', 'select, update (acknowledged_at, acknowledged_by, next_at)'),
    ('alert_notices', 'select'),
    ('notifications', 'select, update (state, attempts, next_at, resent_at, ended_at)'),
    ('status_pages', 'select, insert, delete, update (slug, host, name, description, announcement, days, response_times, maintenance, color_light,
      color_dark, logo, languages, networks, noindex, published, password_hash, key, updated_at, version)'),
    ('page_components', 'select, insert, delete, update (service_id, name, description, group_number, group_name, position)'),
    ('status_reports', 'select, insert, delete, update (title, stage, started_at, resolved_at, version)'),
    ('report_updates', 'select, insert, delete, update (text, revision, corrected_at)'),
    ('report_templates', 'select, insert, update (items, version)'),
    ('subscribers', 'select, delete, update (component_ids)'),
    ('subscriber_messages', 'select, insert, update (next_try_at, ended_at)'),
    ('told_maintenance', 'select'),
    ('maintenance_notices', 'select'),
    ('alert_addresses', 'select, insert, delete, update (language, state, token_hash, asked_at)')
  ) as listed (name, rights) loop
    execute format('alter table monitoring.%I enable row level security', own.name);
    execute format('grant %s on monitoring.%I to bollard_monitoring', own.rights, own.name);
    execute format('create policy own_solution on monitoring.%I to bollard_monitoring using (solution_id = monitoring.current_solution())
      with check (solution_id = monitoring.current_solution())', own.name);
    execute format('create policy every_solution on monitoring.%I to bollard_worker, bollard_api using (true) with check (true)', own.name);
  end loop;
end $$;
alter table places enable row level security;
create policy every_place on places to bollard_worker, bollard_api, bollard_monitoring using (true) with check (true);
grant select on places to bollard_monitoring;
alter table pending_hours enable row level security;
create policy every_hour on pending_hours to bollard_worker using (true) with check (true);
alter table probe_instances enable row level security;
create policy every_instance on probe_instances to bollard_worker, bollard_api using (true) with check (true);
alter table probe_results enable row level security;
create policy every_result on probe_results to bollard_worker, bollard_api using (true) with check (true);
alter table heartbeat_nonces enable row level security;
create policy every_nonce on heartbeat_nonces to bollard_worker, bollard_api using (true) with check (true);

-- The transaction of a bound call keeps its answer, and nobody else's.
grant select (caller, key_hash, holder, status), update (status, answer) on repeated_calls to bollard_monitoring;
alter table repeated_calls enable row level security;
create policy own_calls on repeated_calls to bollard_monitoring using (caller = monitoring.current_caller()) with check (caller = monitoring.current_caller());
create policy every_call on repeated_calls to bollard_worker, bollard_api using (true) with check (true);

-- What a call may add to the audit log: what its caller does to its solution.
select audit.let_in('bollard_monitoring', 'monitoring.may_audit'::regproc);
grant execute on function may_audit, count_asked to bollard_monitoring;
