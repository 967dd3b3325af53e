-- Money that one operator wants to give back, until another one confirms it. `credit_note_requests`, which these replace, stays for
-- processes of the version before.
create table refund_requests (
  id uuid primary key,
  kind text not null check (kind in ('CREDIT_NOTE', 'CORRECTION')),
  solution_id uuid not null references subscriptions on delete restrict,
  invoice_id uuid references invoices on delete restrict,
  -- What the call had: of a credit note its reason, lines and whether it is issued anew, of a correction its month and reason.
  input jsonb not null,
  amount_minor bigint check (amount_minor > 0),
  currency text,
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decision text check (decision in ('CONFIRMED', 'REFUSED')),
  decided_by text,
  decided_at timestamptz,
  refusal text,
  check ((kind = 'CREDIT_NOTE') = (invoice_id is not null)),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check ((decision = 'REFUSED') = (refusal is not null) or decision is null),
  -- Whatever a process believes: nobody confirms what they asked for.
  constraint refund_requests_second_person check (decision is distinct from 'CONFIRMED' or decided_by <> asked_by)
);
create index refund_requests_open on refund_requests (solution_id) where decision is null;

-- Limits that hold instead of those of the plan. One that is replaced or ended keeps the time until which it held, since a month is
-- settled by what held in it.
create table plan_overrides (
  id uuid primary key,
  solution_id uuid not null references subscriptions on delete cascade,
  limits jsonb not null,
  reason text not null,
  from_at timestamptz not null,
  until timestamptz not null check (until >= from_at),
  set_by text not null
);
create index plan_overrides_of_solution on plan_overrides (solution_id, until);
create index plan_overrides_begin on plan_overrides (from_at);
create index plan_overrides_end on plan_overrides (until);
