ALTER TABLE users
  ADD COLUMN timezone text NOT NULL DEFAULT 'UTC',
  ADD COLUMN theme text NOT NULL DEFAULT 'system' CHECK (theme IN ('light', 'dark', 'system')),
  -- Goes up with each change of the profile, so that two windows do not overwrite each other.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- The advertisement that this person came by, when they agreed to its measurement.
  ADD COLUMN advertising_token_id uuid;

-- The six digits of the newest verification mail of a sign-up. They work in one browser, and five tries are all there are for
-- one sign-up, however often its mail is sent again.
CREATE TABLE email_codes (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Keyed, since a million codes are quickly tried against a stolen backup.
  code_hash text NOT NULL,
  browser_hash text,
  expires_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0
);

-- An address that waits for its confirmation; a newer one takes its place.
CREATE TABLE email_changes (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  new_email text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);

-- An address that was given up and can be taken back with the token mailed to it.
CREATE TABLE email_undos (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email text NOT NULL,
  changed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_undos_by_user ON email_undos (user_id);

-- Without a row the defaults of src/preferences/preferences.ts hold.
CREATE TABLE notification_preferences (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  product_news boolean NOT NULL,
  weekly_report boolean NOT NULL,
  usage_alerts boolean NOT NULL,
  billing boolean NOT NULL,
  alerts boolean NOT NULL,
  weekly_report_day smallint NOT NULL CHECK (weekly_report_day BETWEEN 1 AND 7)
);
