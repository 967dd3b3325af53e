-- Somebody who has lost all second factors and asks for their removal: by the password, a link in a mail, and three days with a
-- mail on each, see src/factor-removal.
CREATE TABLE factor_removals (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the token in the newest link that starts the wait; null once it has started.
  token_hash text UNIQUE,
  link_expires_at timestamptz NOT NULL,
  started_at timestamptz,
  -- Of those that stop the wait, one in each mail of it.
  stop_hashes text[] NOT NULL DEFAULT '{}',
  mails_sent integer NOT NULL DEFAULT 0,
  -- When the next mail is due or, after the third, the removal. Each step sets the next one, so that a server that was down
  -- lengthens the wait and takes no mail out of it.
  next_at timestamptz,
  -- Kept until there is a second factor again, so that its owner is asked for one.
  removed_at timestamptz
);
CREATE INDEX factor_removals_due ON factor_removals (next_at) WHERE next_at IS NOT NULL;
