-- concurrently
-- Operators see how many were given up, among all that were delivered.
create index concurrently if not exists alert_outbox_given_up on alert_outbox (created_at desc, id desc) where status = 'FAILED';
