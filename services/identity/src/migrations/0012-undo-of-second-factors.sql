-- The "that was not me" in the mail about a new second factor, passkey or set of recovery codes: until then and once.
CREATE TABLE new_factor_undos (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- What was set up from this moment on goes; whatever is older stays.
  added_at timestamptz NOT NULL,
  -- Whether the account had a second factor before that: then the mailbox alone must not leave it without one.
  was_protected boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX new_factor_undos_by_user ON new_factor_undos (user_id);
