-- concurrently
-- Operators and figures count what was given up, among all that arrived.
create index concurrently if not exists notifications_failed on notifications (id) where state = 'FAILED';
