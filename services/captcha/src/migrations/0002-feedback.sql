-- What the customer knows of a visitor, beside the log: labelling must not rewrite rows of the hot table. Partitioned by
-- the day of the verification, so that it goes when its verification goes.
create table captcha.feedback (
  verification_id uuid not null,
  issued_at timestamptz not null,
  site_id int not null,
  -- 0 person, 1 bot
  label smallint not null check (label in (0, 1)),
  -- 0 a member of the solution, 1 the customer's server
  given_by smallint not null check (given_by in (0, 1)),
  given_at timestamptz not null,
  comment text,
  primary key (verification_id, issued_at)
) partition by range (issued_at);
create table captcha.feedback_default partition of captcha.feedback default;
create index feedback_of_site on captcha.feedback (site_id, issued_at);

-- What is left of labelled verifications after their day in the log: how often a set of evidence codes (sorted, one space
-- between) came with a label. No site, no time, no network, no id: nothing that leads back to a visitor.
create table captcha.labelled_evidence (
  codes text not null,
  label smallint not null,
  n bigint not null,
  primary key (codes, label)
);

-- The score with the weights on trial, where the service runs with some; it decides nothing.
alter table captcha.verifications add column shadow_score real;
