-- Requests are counted by the processes that decide about them, and what has expired is deleted by a worker.
grant usage on schema protection_limits to bollard_api, bollard_worker;
grant select, insert, update on cells to bollard_api;
grant select, insert, delete on notes to bollard_api;
grant execute on function moment_of, settled, used, added, expiry, charge_all, locked, take, give_back, stand to bollard_api;
-- To lock a row before it is deleted takes the right to update one of its columns.
grant select, delete, update (expires_at) on cells to bollard_worker;
grant select, delete, update (expires_at) on notes to bollard_worker;
grant execute on function sweep, moment_of to bollard_worker;
