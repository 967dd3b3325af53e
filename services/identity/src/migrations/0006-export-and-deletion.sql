-- Everything stored about an account, as a ZIP file, for 24 hours. `file` is empty while it is being made and once it has ended.
CREATE TABLE account_exports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('PENDING', 'READY', 'FAILED')),
  created_at timestamptz NOT NULL,
  -- Of an attempt; one that never came to its end is made again after ten minutes.
  started_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 1,
  expires_at timestamptz,
  file bytea
);
CREATE INDEX account_exports_by_user ON account_exports (user_id, created_at);
CREATE INDEX account_exports_pending ON account_exports (started_at) WHERE status = 'PENDING';

ALTER TABLE users
  -- When the account is to be gone; null when nobody asked for it.
  ADD COLUMN deletion_at timestamptz,
  -- SHA-256 of the token with which that can be undone.
  ADD COLUMN deletion_undo_hash text UNIQUE;
CREATE INDEX users_to_delete ON users (deletion_at) WHERE deletion_at IS NOT NULL;
