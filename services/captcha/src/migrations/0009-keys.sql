alter table captcha.api_keys
  add column version int not null default 1,
  -- Public id of the key that takes its place.
  add column replaced_by uuid;
alter table captcha.bypass_keys add column version int not null default 1;
