alter table captcha.sites
  add column minimal_data boolean not null default false,
  add column signed_bots jsonb not null default '[]',
  add column private_tokens jsonb;

-- What offline data tells of the network a verification came from; the number of the operator has 32 bits.
alter table captcha.verifications add column country text;
alter table captcha.verifications add column asn bigint not null default 0;
