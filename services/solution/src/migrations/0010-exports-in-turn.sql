-- When the job last looked at an export: who waits longest is next, so that some that get no further hold nobody else up.
alter table solutions add column export_tried_at timestamptz;
