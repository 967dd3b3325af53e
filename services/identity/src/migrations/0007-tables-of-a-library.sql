-- Passwords and sessions are kept by this service itself; these came with a library that it used before.
DROP TABLE verifications;
ALTER TABLE accounts
  DROP COLUMN access_token,
  DROP COLUMN refresh_token,
  DROP COLUMN id_token,
  DROP COLUMN access_token_expires_at,
  DROP COLUMN refresh_token_expires_at,
  DROP COLUMN scope;
