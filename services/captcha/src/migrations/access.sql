-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_edge     the hot path: many sites in one statement, and only the tables and columns that it needs
-- bollard_worker   what nobody waits for: roll-ups, exports, alerts, deletions
-- bollard_api      looks up sites and keys before it knows whose call it is
-- bollard_captcha  a call of an owner, bound to one site by row-level security: see `current_site`

grant usage on schema captcha to bollard_edge, bollard_worker, bollard_api, bollard_captcha;
grant execute on function log_key, log_week, find_log_chunks, current_site to bollard_worker, bollard_api, bollard_captcha;
grant execute on function make_partition, drop_partition to bollard_worker;

-- Sites and what decides about their visitors.
grant select on sites, environments, rules, bypass_keys, actions, alert_settings to bollard_edge;
grant update (first_verification_at, first_fetched_at, last_action) on sites to bollard_edge;
grant select on api_keys to bollard_edge;
grant update (last_used_at, unused_notices, unused_noticed_at) on api_keys to bollard_edge;
grant insert, update, delete on actions to bollard_edge;
grant select, insert, update on rule_hits, bypass_uses to bollard_edge;
grant select, insert, update, delete on sites_under_attack, network_history, volume_counts, used_signatures to bollard_edge;
grant select, insert, update, delete on engine_programs, engine_cohorts, widget_builds to bollard_edge;
grant select on rollup_hourly, rollup_daily to bollard_edge;

-- Answers, tokens, and the queue of the roll-ups.
grant select, insert on verifications to bollard_edge;
grant select, insert, update on redemptions, feedback to bollard_edge;
grant insert on pending_rollups, pending_counts to bollard_edge;

-- Outages, which processes find out about themselves.
grant select, insert, update, delete on outages, edge_heartbeats, failover_uses, failover_pace to bollard_edge;

grant select, insert, update, delete on all tables in schema captcha to bollard_worker, bollard_api;
revoke all on migrations, current_files from bollard_worker, bollard_api;

-- An owner's call sees and changes rows of its own site, whatever its statements say.
do $$
declare
  own record;
begin
  for own in select * from (values
    ('sites', 'id', 'select, update'),
    ('environments', 'site_id', 'select, insert, update'),
    ('api_keys', 'site_id', 'select, insert, update'),
    ('bypass_keys', 'site_id', 'select, insert, update'),
    ('bypass_uses', 'site_id', 'select'),
    ('rules', 'site_id', 'select, insert, update'),
    ('rule_hits', 'site_id', 'select'),
    ('actions', 'site_id', 'select'),
    ('verifications', 'site_id', 'select'),
    ('redemptions', 'site_id', 'select'),
    ('feedback', 'site_id', 'select, insert, update, delete'),
    ('rollup_hourly', 'site_id', 'select'),
    ('rollup_daily', 'site_id', 'select'),
    ('rollup_zones', 'site_id', 'select, insert, update, delete'),
    ('log_chunks', 'site_id', 'select'),
    ('alert_settings', 'site_id', 'select, insert, update'),
    ('alerts', 'site_id', 'select, update'),
    ('alert_events', 'site_id', 'select, insert'),
    ('alert_outbox', 'site_id', 'select, insert, update, delete'),
    ('alert_addresses', 'site_id', 'select, insert, update, delete'),
    ('webhooks', 'site_id', 'select, insert, update, delete'),
    ('exports', 'site_id', 'select, insert, update, delete'),
    ('erasures', 'site_id', 'select, insert, update'),
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

-- The transaction of a call that is bound to a site keeps its answer.
grant select, update (status, answer) on repeated_calls to bollard_captcha;

-- Of nobody in particular.
grant select on outages to bollard_captcha;
