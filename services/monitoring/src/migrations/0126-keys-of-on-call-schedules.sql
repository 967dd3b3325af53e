-- What a file calls an on-call schedule; without a key it goes by its id.
alter table on_call_schedules add column key text;
create unique index on_call_schedules_by_key on on_call_schedules (solution_id, key) where key is not null;
