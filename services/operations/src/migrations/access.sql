-- Who may do what. Nobody but its owner may use the schema otherwise. No row belongs to anybody with an account.
--
-- bollard_api      operators' calls, and the flags that every process follows
-- bollard_worker   runs of jobs, records of backups, and what is too old
-- bollard_edge     follows flags

grant usage on schema operations to bollard_api, bollard_worker, bollard_edge;
grant execute on function list_migrations to bollard_api;
grant select, update (asked_at, asked_by) on jobs to bollard_api;
grant select, insert, update on jobs to bollard_worker;
grant select, insert, update (ended_at) on flags to bollard_api;
grant select on flags to bollard_edge, bollard_worker;
grant delete on flags to bollard_worker;
grant select on backups to bollard_api;
grant select, insert, delete on backups to bollard_worker;
grant select, insert, update (ended_at) on cluster_notes to bollard_api;
grant select, delete on cluster_notes to bollard_worker;
grant select, insert, update (seen_at) on processes to bollard_api, bollard_edge;
grant select, delete on processes to bollard_worker;

alter table jobs enable row level security;
create policy every_job on jobs to bollard_api, bollard_worker using (true) with check (true);
alter table flags enable row level security;
create policy every_flag on flags to bollard_api, bollard_worker, bollard_edge using (true) with check (true);
alter table backups enable row level security;
create policy every_backup on backups to bollard_api, bollard_worker using (true) with check (true);
alter table cluster_notes enable row level security;
create policy every_note on cluster_notes to bollard_api, bollard_worker using (true) with check (true);
alter table processes enable row level security;
create policy every_process on processes to bollard_api, bollard_worker, bollard_edge using (true) with check (true);
