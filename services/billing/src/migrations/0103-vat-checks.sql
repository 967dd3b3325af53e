-- What VIES was asked and what it answered. A row is never changed, and deleted only once tax law asks for it no longer; so accounts
-- and organizations are named without a reference to them.
create table vat_checks (
  id uuid primary key,
  at timestamptz not null,
  vat_id text not null,
  result text not null check (result in ('VALID', 'INVALID', 'UNAVAILABLE')),
  request_id text,
  requester_vat_id text,
  holder_kind text not null check (holder_kind in ('ACCOUNT', 'ORGANIZATION')),
  holder_id text not null
);
create index vat_checks_of_id on vat_checks (vat_id text_pattern_ops, id desc);
create index vat_checks_of_holder on vat_checks (holder_id, id desc);
create index vat_checks_by_time on vat_checks (at);
