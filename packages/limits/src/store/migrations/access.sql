-- Whoever counts, and who forgets what has expired. Keys are digests, so no table here tells whose a count is.
grant usage on schema limits to bollard_api, bollard_worker;
grant select, insert, update, delete on cells to bollard_api, bollard_worker;
grant execute on all functions in schema limits to bollard_api, bollard_worker;
