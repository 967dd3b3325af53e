-- An answer is kept in the transaction of its effect, by the attempt that holds the key: one without an answer had no effect, and
-- after its lease another attempt may take the key over.
alter table server.repeated_calls
  add column holder uuid,
  -- Those from before did not promise that, so nobody takes them over.
  add column taken_at timestamptz not null default 'infinity',
  drop column location;
