grant usage on schema server to bollard_api, bollard_worker;
grant select, insert, update on own_sites to bollard_api;
grant select, insert, update, delete on repeated_calls to bollard_api, bollard_worker;
