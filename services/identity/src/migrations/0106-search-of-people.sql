-- concurrently
-- Operators look people up among a million. Each search reads its index in order and ends with its page.
create index concurrently if not exists users_by_email on users (email collate "C", id);
create index concurrently if not exists users_by_domain on users ((substring(email from '[^@]*$')) collate "C", id);
create index concurrently if not exists users_by_name on users ((lower(given_name)) collate "C", id);
create index concurrently if not exists users_unverified on users (id) where not email_verified;
create index concurrently if not exists users_suspended on users (id) where suspended_at is not null;
create index concurrently if not exists users_administrators on users (id) where is_admin;
create index concurrently if not exists users_deletion_pending on users (id) where deletion_at is not null;
