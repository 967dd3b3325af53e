-- concurrently
create index concurrently if not exists blocked_reports_in_plain on blocked_reports (id) where sealed is null;
