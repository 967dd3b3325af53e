-- Clicks on advertisements of visitors who agreed to their measurement; nothing is kept of anybody else.
CREATE TABLE advertising_tokens (
  id uuid PRIMARY KEY,
  -- The click id of Google Ads; emptied after 90 days, when it is worth nothing any more.
  gclid text,
  -- adUserData, adPersonalization, at
  consent jsonb NOT NULL,
  landing_path text,
  locale text,
  created_at timestamptz NOT NULL
);

CREATE TABLE conversions (
  id uuid PRIMARY KEY,
  token_id uuid NOT NULL REFERENCES advertising_tokens (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('SIGNUP', 'FIRST_VERIFICATION', 'TRIAL_TO_PAID', 'INVOICE_PAID')),
  -- What it happened to, such as an invoice; with kind and token it happens once.
  reference text NOT NULL,
  state text NOT NULL CHECK (state IN ('RECORDED', 'ELIGIBLE', 'INELIGIBLE', 'REJECTED', 'SENDING', 'SENT', 'CONFIRMED', 'FAILED_RETRY', 'FAILED_FINAL')),
  reason text,
  comment text,
  occurred_at timestamptz NOT NULL,
  value_minor bigint,
  currency text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- Of an attempt under way. One that never came to its end is tried again after ten minutes.
  sending_since timestamptz,
  sent_at timestamptz,
  -- What was sent last, to send the same again: action, time, value and consent.
  last_upload jsonb,
  UNIQUE (token_id, kind, reference)
);
CREATE INDEX conversions_due ON conversions (next_attempt_at) WHERE state IN ('FAILED_RETRY', 'SENDING');
CREATE INDEX conversions_by_state ON conversions (state, token_id);
