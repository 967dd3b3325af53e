-- concurrently
-- Operators look at the incidents of the last month, also at those that have ended; other locks are many more.
create index concurrently if not exists locks_of_incidents on locks (locked_at) where reason = 'SECURITY_INCIDENT';
