-- concurrently
-- Operators see how many were given up, among all that were sent in 30 days.
create index concurrently if not exists outbox_given_up on outbox (ended_at desc, id desc) where state = 'FAILED';
