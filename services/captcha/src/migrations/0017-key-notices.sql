alter table captcha.api_keys
  -- Mails about the end of a key: 1 after that of two weeks before, 2 after that of the day before.
  add column expiry_notices smallint not null default 0,
  -- Mails to the admins that a key is not used, and the last of them. A use after it counts them from the start.
  add column unused_notices smallint not null default 0,
  add column unused_noticed_at timestamptz;
create index api_keys_expiring on captcha.api_keys (expires_at) where revoked_at is null and expires_at is not null;
