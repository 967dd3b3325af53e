-- Mails of a machine without SMTP. They carry sign-in links, so they live for days, not for good.
CREATE TABLE mail.mails (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  body_html text NOT NULL,
  tag text NOT NULL,
  sent_at timestamptz NOT NULL
);

CREATE INDEX mails_by_time ON mail.mails (sent_at DESC, id DESC);
