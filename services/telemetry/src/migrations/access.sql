-- Who may do what. Nobody but its owner may use the schema otherwise. No row belongs to anybody with an account.
--
-- bollard_api      visitors' reports and operators' calls
-- bollard_worker   deletes what is too old

grant usage on schema telemetry to bollard_api, bollard_worker;
grant select, insert, update on page_views, performance_counts to bollard_api;
grant select, insert, update, delete on replays to bollard_api;
grant select, insert on replay_batches to bollard_api;
grant select (day), delete on page_views, performance_counts to bollard_worker;
grant select (id, started_at), delete on replays to bollard_worker;

alter table page_views enable row level security;
create policy every_view on page_views to bollard_api, bollard_worker using (true) with check (true);
alter table performance_counts enable row level security;
create policy every_event on performance_counts to bollard_api, bollard_worker using (true) with check (true);
alter table replays enable row level security;
create policy every_replay on replays to bollard_api, bollard_worker using (true) with check (true);
alter table replay_batches enable row level security;
create policy every_batch on replay_batches to bollard_api using (true) with check (true);
