-- Sites that processes have seen under attack, and how much work that adds. Unlogged: it is noted again within seconds, and over when
-- nobody notes it any more.
create unlogged table captcha.attack_notes (
  site_id int primary key references captcha.sites (id) on delete cascade,
  since timestamptz not null,
  bits smallint not null check (bits between 1 and 8),
  noted_at timestamptz not null
);

alter table captcha.alerts drop constraint alerts_kind_check;
alter table captcha.alerts add constraint alerts_kind_check
  check (kind in ('ATTACK', 'PASS_RATE_FALLING', 'RESULTS_NEVER_FETCHED', 'USAGE', 'UNDER_ATTACK'));
-- Told to webhooks alone; what limits mails looks at the others.
alter table captcha.alert_events add column quiet boolean not null default false;
