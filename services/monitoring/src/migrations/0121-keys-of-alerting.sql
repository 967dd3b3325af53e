-- What a file calls a channel, a rule or a status page; without a key they go by their id.
alter table channels add column key text;
create unique index channels_by_key on channels (solution_id, key) where key is not null;
alter table alert_rules add column key text;
create unique index alert_rules_by_key on alert_rules (solution_id, key) where key is not null;
alter table status_pages add column key text;
create unique index status_pages_by_key on status_pages (solution_id, key) where key is not null;
