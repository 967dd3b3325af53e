-- concurrently
-- Operators look solutions up by a domain among a million.
create index concurrently if not exists environments_by_domain on environments using gin (domains) where archived_at is null;
