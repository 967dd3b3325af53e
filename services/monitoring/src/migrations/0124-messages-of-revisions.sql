-- concurrently
-- Each revision of an update, and each notice of maintenance, reaches a subscriber once.
create unique index concurrently if not exists subscriber_messages_revision_once on subscriber_messages (subscriber_id, update_id, revision);
create unique index concurrently if not exists subscriber_messages_notice_once on subscriber_messages (subscriber_id, notice_id);
create index concurrently if not exists subscriber_messages_of_notice on subscriber_messages (notice_id) where notice_id is not null;
drop index concurrently if exists subscriber_messages_once;
