-- Providers that call people are told when somebody takes care.
alter table alert_notices drop constraint alert_notices_kind_check,
  add constraint alert_notices_kind_check check (kind in ('OPENED', 'REPEATED', 'ACKNOWLEDGED', 'RESOLVED')) not valid;

-- When somebody had a message sent again that was given up: it is retried from then on as long as a new one.
alter table notifications add column resent_at timestamptz;
-- When it was given up.
alter table notifications add column ended_at timestamptz;

-- Rules that were made before there were reminders keep to the one number of days that they have.
update alert_rules set condition = condition || '{"reminderDays": []}' where condition ->> 'kind' in ('CERTIFICATE', 'DOMAIN');
