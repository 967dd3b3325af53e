-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.

grant usage on schema identity to bollard_api, bollard_worker;
grant select, insert, update, delete on all tables in schema identity to bollard_api, bollard_worker;
revoke all on migrations, current_files from bollard_api, bollard_worker;
