-- Sessions are written by src/session, no longer by better-auth.
ALTER TABLE sessions
  -- When somebody last proved in this session who they are: at the sign-in, or later on demand.
  ADD COLUMN proven_at timestamptz,
  -- When a second factor was last given in it, or in this browser when that is trusted.
  ADD COLUMN second_factor_at timestamptz,
  -- Moves in steps of some minutes.
  ADD COLUMN last_active_at timestamptz,
  -- Where it was opened; the last part of the address is cut off.
  ADD COLUMN network text;
UPDATE sessions SET last_active_at = updated_at;
-- The default is for a process of the version before, while both run.
ALTER TABLE sessions ALTER COLUMN last_active_at SET DEFAULT now(), ALTER COLUMN last_active_at SET NOT NULL;

-- Browsers that have signed in to an account, so that a new one is told of by mail. The id of a browser is kept as SHA-256.
CREATE TABLE known_browsers (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  browser_hash text NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, browser_hash)
);

-- Sign-ins whose password was right and whose second factor is still to come.
CREATE TABLE pending_sign_ins (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (user_id);

-- Browsers that are not asked for a second factor for a while.
CREATE TABLE trusted_devices (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX trusted_devices_by_user ON trusted_devices (user_id);

CREATE TABLE totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- AES-256-GCM under a key of the service, bound to the user: see src/second-factor/seal-secret.ts.
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until the first code of it was sent; only then it counts.
  confirmed_at timestamptz,
  -- The newest step of 30 seconds whose code was accepted. No code of it or of an earlier one is accepted again.
  last_step bigint NOT NULL DEFAULT 0
);

-- SHA-256 is enough for 120 random bits. A used code is a deleted row.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Base64url, as the authenticator chose it.
  credential_id text NOT NULL UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  -- Stays 0 for authenticators that do not count.
  counter bigint NOT NULL,
  backed_up boolean NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- A used challenge is a deleted row.
CREATE TABLE passkey_challenges (
  id uuid PRIMARY KEY,
  -- SHA-256.
  challenge_hash text NOT NULL,
  -- Who may make a passkey with it; null: it is for proving one that exists.
  registers uuid REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

CREATE TABLE password_resets (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  -- Second factors that were tried with it.
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);
