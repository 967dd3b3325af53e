-- In the shape of a library that kept accounts at first; 0007 takes away what only that one needed.
create table users (
  id uuid primary key,
  email text not null unique,
  email_verified boolean not null default false,
  given_name text not null,
  language text not null,
  is_admin boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  timezone text not null default 'Etc/UTC',
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  -- Goes up with each change of the profile, so that two windows do not overwrite each other.
  version integer not null default 1,
  -- The advertisement that this person came by, when they agreed to its measurement.
  advertising_token_id uuid,
  -- When the account is to be gone; null when nobody asked for it.
  deletion_at timestamptz,
  -- SHA-256 of the token with which that can be undone.
  deletion_undo_hash text unique,
  -- Which terms a person has agreed to at the sign-up, and when. Null for who signed up before this was kept, and for the first administrator.
  terms_version text,
  terms_accepted_at timestamptz,
  check ((terms_version is null) = (terms_accepted_at is null))
);
create index users_to_delete on users (deletion_at) where deletion_at is not null;
-- Those who came by an advertisement are few, and looked for every few minutes.
create index users_of_click on users (advertising_token_id) where advertising_token_id is not null;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- SHA-256 of the token in the cookie: a stolen backup signs nobody in.
  token_hash text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Sessions are written by src/session, no longer by better-auth.
  -- When somebody last proved in this session who they are: at the sign-in, or later on demand.
  proven_at timestamptz,
  -- When a second factor was last given in it, or in this browser when that is trusted.
  second_factor_at timestamptz,
  -- Moves in steps of some minutes.
  last_active_at timestamptz default now() not null,
  -- Where it was opened; the last part of the address is cut off.
  network text,
  -- A form that is sent twice carries the token of before the second time. For some seconds the same proof gets the same answer, see
  -- src/session/repeat-proof.ts. Neither the token of before nor the new one can be read here.
  rotated_from text unique,
  rotation_salt text,
  rotation_proof text
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounts_by_user on accounts (user_id);

-- Tokens of verification mails. Bound to one sign-up, not to an address: whoever signs up again starts over.
create table email_tokens (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  -- SHA-256 of the id of the browser that signed up; in that one the link alone confirms the address. Null, also for links from
  -- before this: the password is needed as well.
  browser_hash text
);
create index email_tokens_by_user on email_tokens (user_id);

-- At most one row: the token that makes the first administrator.
create table first_admin_token (
  only_row boolean primary key default true check (only_row),
  token_hash text not null
);

-- Counters of a few minutes; losing them in a crash costs nothing, so they skip the write-ahead log.
create unlogged table rate_limits (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index rate_limits_by_reset on rate_limits (resets_at);

-- The six digits of the newest verification mail of a sign-up. They work in one browser, and five tries are all there are for
-- one sign-up, however often its mail is sent again.
create table email_codes (
  user_id uuid primary key references users (id) on delete cascade,
  -- Keyed, since a million codes are quickly tried against a stolen backup.
  code_hash text not null,
  browser_hash text,
  expires_at timestamptz not null,
  tries integer not null default 0
);

-- An address that waits for its confirmation; a newer one takes its place.
create table email_changes (
  user_id uuid primary key references users (id) on delete cascade,
  new_email text not null,
  token_hash text not null unique,
  expires_at timestamptz not null
);

-- An address that was given up and can be taken back with the token mailed to it.
create table email_undos (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  old_email text not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_undos_by_user on email_undos (user_id);

-- Without a row the defaults of src/preferences/preferences.ts hold.
create table notification_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  weekly_report boolean not null,
  usage_alerts boolean not null,
  billing boolean not null,
  alerts boolean not null,
  weekly_report_day smallint not null check (weekly_report_day between 1 and 7)
);

-- Browsers that have signed in to an account, so that a new one is told of by mail. The id of a browser is kept as SHA-256.
create table known_browsers (
  user_id uuid not null references users (id) on delete cascade,
  browser_hash text not null,
  last_seen_at timestamptz not null,
  primary key (user_id, browser_hash)
);

-- Sign-ins whose password was right and whose second factor is still to come.
create table pending_sign_ins (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);

-- Browsers that are not asked for a second factor for a while.
create table trusted_devices (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index trusted_devices_by_user on trusted_devices (user_id);

create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  -- AES-256-GCM under a key of the service, bound to the user: see src/second-factor/seal-secret.ts.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code of it was sent; only then it counts.
  confirmed_at timestamptz,
  -- The newest step of 30 seconds whose code was accepted. No code of it or of an earlier one is accepted again.
  last_step bigint not null default 0
);

-- SHA-256 is enough for 120 random bits. A used code is a deleted row.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  -- When the codes were made, so that those of a thief end when the owner takes the address back. Null for codes from before this.
  created_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Base64url, as the authenticator chose it.
  credential_id text not null unique,
  -- COSE.
  public_key bytea not null,
  -- Stays 0 for authenticators that do not count.
  counter bigint not null,
  backed_up boolean not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- A used challenge is a deleted row.
create table passkey_challenges (
  id uuid primary key,
  -- SHA-256.
  challenge_hash text not null,
  -- Who may make a passkey with it; null: it is for proving one that exists.
  registers uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

create table password_resets (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  -- Second factors that were tried with it.
  tries integer not null default 0
);
create index password_resets_by_user on password_resets (user_id);

-- Clicks on advertisements of visitors who agreed to their measurement; nothing is kept of anybody else.
create table advertising_tokens (
  id uuid primary key,
  -- The click id of Google Ads; emptied after 90 days, when it is worth nothing any more.
  gclid text,
  -- adUserData, adPersonalization, at
  consent jsonb not null,
  landing_path text,
  locale text,
  created_at timestamptz not null
);

-- Everything stored about an account, as a ZIP file, for 24 hours. `file` is empty while it is being made and once it has ended.
create table account_exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  status text not null check (status in ('PENDING', 'READY', 'FAILED')),
  created_at timestamptz not null,
  -- Of an attempt; one that never came to its end is made again after ten minutes.
  started_at timestamptz not null,
  attempts integer not null default 1,
  expires_at timestamptz,
  file bytea
);
create index account_exports_by_user on account_exports (user_id, created_at);
create index account_exports_pending on account_exports (started_at) where status = 'PENDING';

-- Somebody who has lost all second factors and asks for their removal: by the password, a link in a mail, and three days with a
-- mail on each, see src/factor-removal.
create table factor_removals (
  user_id uuid primary key references users (id) on delete cascade,
  -- SHA-256 of the token in the newest link that starts the wait; null once it has started.
  token_hash text unique,
  link_expires_at timestamptz not null,
  started_at timestamptz,
  -- Of those that stop the wait, one in each mail of it.
  stop_hashes text[] not null default '{}',
  mails_sent integer not null default 0,
  -- When the next mail is due or, after the third, the removal. Each step sets the next one, so that a server that was down
  -- lengthens the wait and takes no mail out of it.
  next_at timestamptz,
  -- Kept until there is a second factor again, so that its owner is asked for one.
  removed_at timestamptz
);
create index factor_removals_due on factor_removals (next_at) where next_at is not null;

-- The day of the last weekly report that was decided on, sent or not: no two of a person are less than seven days apart.
create table weekly_reports (
  user_id uuid primary key references users (id) on delete cascade,
  day date not null
);

-- The "that was not me" in the mail about a new second factor, passkey or set of recovery codes: until then and once.
create table new_factor_undos (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- What was set up from this moment on goes; whatever is older stays.
  added_at timestamptz not null,
  -- Whether the account had a second factor before that: then the mailbox alone must not leave it without one.
  was_protected boolean not null,
  expires_at timestamptz not null
);
create index new_factor_undos_by_user on new_factor_undos (user_id);

-- Batches of conversions that somebody uploads by hand. What is in one is not in another, until it is marked as sent or given back.
create table conversion_exports (
  id uuid primary key,
  created_by uuid not null,
  created_at timestamptz not null
);

create table conversions (
  id uuid primary key,
  token_id uuid not null references advertising_tokens (id) on delete cascade,
  kind text not null check (kind in ('SIGNUP', 'FIRST_VERIFICATION', 'TRIAL_TO_PAID', 'INVOICE_PAID')),
  -- What it happened to, such as an invoice; with kind and token it happens once.
  reference text not null,
  state text not null check (state in ('RECORDED', 'ELIGIBLE', 'INELIGIBLE', 'REJECTED', 'SENDING', 'SENT', 'CONFIRMED', 'FAILED_RETRY', 'FAILED_FINAL')),
  reason text,
  comment text,
  occurred_at timestamptz not null,
  value_minor bigint,
  currency text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Of an attempt under way. One that never came to its end is tried again after ten minutes.
  sending_since timestamptz,
  sent_at timestamptz,
  -- What was sent last, to send the same again: action, time, value and consent.
  last_upload jsonb,
  export_id uuid references conversion_exports (id),
  unique (token_id, kind, reference)
);
create index conversions_due on conversions (next_attempt_at) where state in ('FAILED_RETRY', 'SENDING');
create index conversions_by_state on conversions (state, token_id);
create index conversions_of_export on conversions (export_id) where export_id is not null;
-- What is written down waits here for its judgement.
create index conversions_recorded on conversions (id) where state = 'RECORDED';
