-- concurrently
-- Operators see how many captchas came into use this week.
create index concurrently if not exists sites_by_first_verification on sites (first_verification_at) where first_verification_at is not null;
