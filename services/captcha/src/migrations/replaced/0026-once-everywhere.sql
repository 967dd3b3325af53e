-- Signatures of welcome bots that were used: the primary key is what makes each count once, over all processes and restarts.
create table captcha.used_signatures (
  -- SHA-256 of the key's name and the nonce, or of the signature where it has none.
  digest bytea primary key,
  expires_at timestamptz not null
);
create index used_signatures_by_end on captcha.used_signatures (expires_at);

-- When the failover passes that a site has had will be worked off, by the generic cell rate algorithm: so many a minute, over
-- all processes.
create table captcha.failover_pace (
  site_id int primary key references captcha.sites (id) on delete cascade,
  done_at timestamptz not null
);
