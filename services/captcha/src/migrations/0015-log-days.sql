alter table captcha.sites
  -- Days for which the plan lets single verifications be kept; null: no limit. See `keepPlanDays`.
  add column plan_log_days int,
  -- What follows when the plan has become smaller, and when: until then somebody who chooses a larger one again has lost nothing.
  add column next_plan_log_days int,
  add column next_plan_log_days_at timestamptz,
  add check ((next_plan_log_days is null) = (next_plan_log_days_at is null));
