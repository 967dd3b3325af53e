alter table captcha.alerts drop constraint alerts_kind_check;
alter table captcha.alerts add constraint alerts_kind_check
  check (kind in ('ATTACK', 'PASS_RATE_FALLING', 'RESULTS_NEVER_FETCHED', 'USAGE', 'UNDER_ATTACK'));
-- Told to webhooks alone; what limits mails looks at the others.
alter table captcha.alert_events add column quiet boolean not null default false;
