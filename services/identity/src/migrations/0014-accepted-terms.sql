-- Which terms a person has agreed to at the sign-up, and when. Null for who signed up before this was kept, and for the first administrator.
ALTER TABLE users
  ADD COLUMN terms_version text,
  ADD COLUMN terms_accepted_at timestamptz,
  ADD CHECK ((terms_version IS NULL) = (terms_accepted_at IS NULL)),
  -- As the list of time zones names it, from which people choose.
  ALTER COLUMN timezone SET DEFAULT 'Etc/UTC';
UPDATE users SET timezone = 'Etc/UTC' WHERE timezone = 'UTC';
