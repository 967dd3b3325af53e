-- What a visitor wrote who was stopped, and their address, are sealed for the id of the report. A job seals what is here in plain text, a few rows at
-- a time, and leaves the old columns empty; a later release drops them.
alter table blocked_reports add column sealed bytea, add column key_id int;
alter table blocked_reports alter column message set default '';
