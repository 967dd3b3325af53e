-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_edge     the hot path: many sites in one statement, and only the tables and columns that it needs
-- bollard_worker   what nobody waits for: roll-ups, exports, alerts, deletions
-- bollard_api      looks up sites before it knows whose call it is, and answers what other services ask
-- bollard_captcha  a call of an owner, bound to one site by row-level security: see `current_site`

grant usage on schema captcha to bollard_edge, bollard_worker, bollard_api, bollard_captcha;
grant execute on function log_key, log_week, find_log_chunks to bollard_worker, bollard_api, bollard_captcha;
grant execute on function current_site, count_asked to bollard_captcha;
grant execute on function make_partition, drop_partition to bollard_worker;

-- Sites and what decides about their visitors.
grant select on sites, environments, rules, bypass_keys, actions, alert_settings to bollard_edge;
grant update (first_verification_at, first_fetched_at, last_action) on sites to bollard_edge;
grant select on api_keys to bollard_edge;
grant update (last_used_at, unused_notices, unused_noticed_at) on api_keys to bollard_edge;
grant insert, update, delete on actions to bollard_edge;
grant select, insert, update on rule_hits, bypass_uses, action_paces to bollard_edge;
grant select, insert, update, delete on sites_under_attack, network_history, volume_counts, used_signatures to bollard_edge;
grant select, insert, update, delete on engine_programs, engine_cohorts, widget_builds to bollard_edge;
grant select on rollup_hourly, rollup_daily to bollard_edge;

-- Which cell this is, and which one a key is in.
grant select on cell to bollard_edge, bollard_worker, bollard_api;
grant select (key, cell, made_at) on directory to bollard_edge;
grant select, insert on directory to bollard_api;
grant select, delete, update (settled) on directory to bollard_worker;

-- Answers, tokens, and the queue of the roll-ups.
grant select, insert on verifications to bollard_edge;
grant select, insert, update on redemptions, feedback to bollard_edge;
grant insert on pending_rollups, pending_counts to bollard_edge;

-- For a machine that has no other role, so that it cannot start on a database of another release.
grant select (number) on migrations to bollard_edge;

-- Outages, which processes find out about themselves.
grant select, insert, update, delete on outages, edge_heartbeats, failover_uses, failover_pace to bollard_edge;

-- Calls of people before they are bound, the live view of all its readers, mails' links, and what other services ask.
grant select on sites, environments, rules, rule_hits, actions, verifications, redemptions, feedback, rollup_hourly, rollup_daily, rollup_zones,
  alert_settings, alerts, exports, export_parts, archived_days, archive_state to bollard_api;
grant insert on sites, rollup_zones, environments, api_keys, exports to bollard_api;
grant update (restrictions, restriction_number, results_refused_until, time_zone, changed_at) on sites to bollard_api;
grant select (id, site_id, address, language, state, token_hash, asked_at), update (state, token_hash) on alert_addresses to bollard_api;
grant select (id, site_id, url, description, events, active, inactive_reason, created_at, updated_at) on webhooks to bollard_api;
grant select, insert, update, delete on repeated_calls to bollard_api;
grant select (user_id), delete on saved_filters to bollard_api;
-- What operators see of queues, and what was given up: without what it says.
grant select (id, site_id, webhook_id, mail_to, type, status, attempts, error, created_at, last_try_at), update (status, attempts, next_try_at), delete
  on alert_outbox to bollard_api;
grant select (part, id, issued_ms) on pending_rollups to bollard_api;
grant select (part, id, at_ms) on pending_counts to bollard_api;

-- Roll-ups, the zone map of the log, and what is kept for how long.
grant select, delete on pending_rollups, pending_counts, verifications, redemptions, feedback, actions, network_history to bollard_worker;
grant select, insert, update, delete on rollup_hourly, rollup_daily, rollup_zones to bollard_worker;
grant select, update on rollup_turns to bollard_worker;
grant select, insert, delete on log_chunks to bollard_worker;
grant select, insert, update on labelled_evidence to bollard_worker;
grant select, delete on sites, outages, edge_heartbeats, failover_uses, used_signatures, volume_counts, action_paces to bollard_worker;
-- What browsers have to answer stays with the hot path.
grant select (grammar, retired_at), delete on engine_programs to bollard_worker;
grant select (created_at), delete on repeated_calls to bollard_worker;
grant update (changed_at, plan_log_days, next_plan_log_days, next_plan_log_days_at, withheld_features) on sites to bollard_worker;
-- The log as exports tell of it, and what ends with a site.
grant select on environments, rules, sites_under_attack to bollard_worker;
grant update (archived_at) on environments to bollard_worker;
grant update (revoked_at, version, expiry_notices, unused_notices, unused_noticed_at) on api_keys to bollard_worker;
grant update (revoked_at) on bypass_keys to bollard_worker;
grant select, update, delete on exports to bollard_worker;
grant select, insert, delete, update (number) on export_parts to bollard_worker;
grant select, insert, update on erasures to bollard_worker;
grant select, insert, update, delete on archived_days to bollard_worker;
grant select, insert, update on archive_state to bollard_worker;
-- Alerts, and telling of them.
grant select on alert_settings to bollard_worker;
grant select, update on alert_clock, webhooks to bollard_worker;
grant select, insert, update, delete on alerts, alert_outbox to bollard_worker;
grant select, insert on alert_events to bollard_worker;
grant select (id, site_id, address, language, state, asked_at, created_at), delete on alert_addresses to bollard_worker;

-- Of a key everything but the hash, which the hot path alone compares.
grant select (id, public_id, site_id, environment_id, prefix, last4, name, scopes, networks, created_at, created_by, revoked_at, expires_at,
  last_used_at, version, replaced_by, expiry_notices, unused_notices, unused_noticed_at) on api_keys to bollard_api, bollard_worker, bollard_captcha;
grant select (id, site_id, number, name, prefix, last4, environment_id, origins, networks, uses_per_day, expires_at, created_at, created_by,
  revoked_at, version) on bypass_keys to bollard_api, bollard_worker, bollard_captcha;

-- An owner's call sees and changes rows of its own site, whatever its statements say.
do $$
declare
  own record;
begin
  for own in select * from (values
    ('sites', 'id', 'select, update (settings, version, changed_at, last_action)'),
    ('environments', 'site_id', 'select, insert, update (name, domains, active, version, updated_at, archived_at)'),
    ('api_keys', 'site_id', 'insert, update (name, networks, expires_at, expiry_notices, version, revoked_at, replaced_by)'),
    ('bypass_keys', 'site_id', 'insert, update (name, origins, networks, uses_per_day, version, revoked_at)'),
    ('bypass_uses', 'site_id', 'select'),
    ('rules', 'site_id', 'select, insert, update'),
    ('rule_hits', 'site_id', 'select'),
    ('actions', 'site_id', 'select, insert, update (passed_on)'),
    ('verifications', 'site_id', 'select, delete'),
    ('redemptions', 'site_id', 'select, delete'),
    ('feedback', 'site_id', 'select, insert, update, delete'),
    ('rollup_hourly', 'site_id', 'select'),
    ('rollup_daily', 'site_id', 'select'),
    ('rollup_zones', 'site_id', 'select'),
    ('log_chunks', 'site_id', 'select'),
    ('network_history', 'site_id', 'select (site_id), delete'),
    ('alert_settings', 'site_id', 'select, insert, update'),
    ('alerts', 'site_id', 'select'),
    ('alert_events', 'site_id', 'select'),
    ('alert_outbox', 'site_id', 'select (id, site_id, webhook_id, type, body, status, attempts, http_status, error, answer, duration_ms, created_at, last_try_at, next_try_at),
      insert, update (status, attempts, http_status, error, answer, duration_ms, last_try_at, next_try_at)'),
    ('alert_addresses', 'site_id', 'select (id, site_id, address, state, asked_at), insert, update (language, state, token_hash, asked_at)'),
    ('webhooks', 'site_id', 'select, insert, update, delete'),
    ('exports', 'site_id', 'select, insert, delete'),
    ('erasures', 'site_id', 'select, insert'),
    ('archived_days', 'site_id', 'select'),
    ('saved_filters', 'site_id', 'select, insert, update, delete'),
    ('sites_under_attack', 'site_id', 'select')
  ) as listed (name, site, rights) loop
    execute format('alter table captcha.%I enable row level security', own.name);
    execute format('grant %s on captcha.%I to bollard_captcha', own.rights, own.name);
    execute format('create policy own_site on captcha.%I to bollard_captcha using (%I = captcha.current_site()) with check (%2$I = captcha.current_site())',
      own.name, own.site);
    execute format('create policy every_site on captcha.%I to bollard_edge, bollard_worker, bollard_api using (true) with check (true)', own.name);
  end loop;
end $$;

-- The parts of an export have no site of their own: whoever sees the export sees them.
grant select on export_parts to bollard_captcha;
alter table export_parts enable row level security;
create policy own_exports on export_parts for select to bollard_captcha using (export_id in (select id from captcha.exports));
create policy every_site on export_parts to bollard_worker, bollard_api using (true) with check (true);

-- The transaction of a bound call keeps its answer, and nobody else's.
grant select (caller, key_hash, holder, status), update (status, answer) on repeated_calls to bollard_captcha;
alter table repeated_calls enable row level security;
create policy own_calls on repeated_calls to bollard_captcha using (caller = captcha.current_caller()) with check (caller = captcha.current_caller());
create policy every_call on repeated_calls to bollard_worker, bollard_api using (true) with check (true);
grant execute on function current_caller, is_operators to bollard_captcha;

-- Of nobody in particular.
grant select on outages to bollard_captcha;

-- What an owner's call may add to the audit log: what its caller does to its solution.
select audit.let_in('bollard_captcha', 'captcha.may_audit'::regproc);
