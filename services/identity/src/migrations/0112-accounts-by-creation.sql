-- concurrently
-- Operators see how many signed up this week, and from where. Without it each look reads every account.
create index concurrently if not exists users_by_creation on users (created_at);
