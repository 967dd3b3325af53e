-- What the last try of a message to a webhook took and what the receiver answered, for the list of deliveries.
alter table alert_outbox add column duration_ms int;
-- The beginning of the answer's body as text; null when no answer came.
alter table alert_outbox add column answer text;
