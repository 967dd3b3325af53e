-- The partner programme. Invoices, solutions and organizations are known by their ids alone.

-- What is paid of an invoice, net, as billing learned it; each row replaces what earlier ones said of the invoice. Written in the
-- transaction that marks an invoice paid or gives money back, and turned into commissions afterwards.
create table paid_amounts (
  position bigint generated always as identity primary key,
  invoice_id uuid not null,
  solution_id uuid not null,
  -- Whom the invoice goes to.
  payer_id text not null,
  net_minor bigint not null check (net_minor >= 0),
  currency text not null,
  at timestamptz not null,
  reason text not null check (reason in ('PAYMENT', 'REFUND', 'CREDIT_NOTE', 'CHARGEBACK')),
  handled_at timestamptz
);
create index paid_amounts_waiting on paid_amounts (position) where handled_at is null;
create index paid_amounts_of_invoice on paid_amounts (invoice_id, position);

create table payout_runs (
  id uuid primary key,
  -- The month in which it is paid; one run each.
  month text not null unique check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  status text not null check (status in ('DRAFT', 'APPROVED')),
  created_by text not null,
  created_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  -- When the bank's file was fetched first; it says the same ever after.
  file_at timestamptz,
  check ((status = 'APPROVED') = (approved_by is not null and approved_at is not null))
);

create table payouts (
  id uuid primary key,
  run_id uuid not null references payout_runs on delete restrict,
  organization_id uuid not null,
  status text not null check (status in ('DRAFT', 'APPROVED', 'PROCESSING', 'SENT', 'COMPLETED', 'FAILED', 'CANCELED')),
  reason text,
  period_from date not null,
  period_to date not null,
  net_minor bigint not null check (net_minor > 0),
  tax_minor bigint not null check (tax_minor >= 0),
  currency text not null,
  -- The account in a form that tells it from another one and not what it is.
  account_mask text not null,
  in_file boolean not null default false,
  created_at timestamptz not null,
  sent_at timestamptz,
  completed_at timestamptz,
  updated_at timestamptz not null,
  unique (run_id, organization_id)
);
create index payouts_of_organization on payouts (organization_id, id desc);

-- What an organization earned by a payment, and as a row of its own what was taken back of it: then the amount is negative.
create table commissions (
  id uuid primary key,
  organization_id uuid not null,
  solution_id uuid not null,
  invoice_id uuid not null,
  customer_id text not null,
  customer_mask text not null,
  reverses uuid references commissions on delete restrict,
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  base_minor bigint not null,
  rate_percent numeric(5, 2) not null check (rate_percent > 0),
  amount_minor bigint not null,
  currency text not null,
  earned_at timestamptz not null,
  available_at timestamptz not null,
  created_at timestamptz not null,
  -- From here on: what becomes of it.
  status text not null check (status in ('PENDING', 'APPROVED', 'HELD', 'IN_PAYOUT', 'PAID', 'REVERSED', 'FRAUD', 'CANCELED')),
  reason text,
  payout_id uuid references payouts on delete restrict,
  reversed_by uuid references commissions on delete restrict,
  updated_at timestamptz not null,
  check ((status in ('IN_PAYOUT', 'PAID')) = (payout_id is not null)),
  check (case when reverses is null then base_minor >= 0 and amount_minor >= 0 else base_minor <= 0 and amount_minor <= 0 end)
);
create index commissions_of_organization on commissions (organization_id, id desc);
create index commissions_of_invoice on commissions (invoice_id, id);
create index commissions_due on commissions (available_at) where status = 'PENDING';
create index commissions_payable on commissions (organization_id) where status = 'APPROVED';
create index commissions_of_payout on commissions (payout_id) where payout_id is not null;

-- Every move of an amount from one state to another. Only grows.
create table commission_ledger (
  position bigint generated always as identity primary key,
  commission_id uuid not null references commissions on delete restrict,
  organization_id uuid not null,
  from_status text,
  to_status text not null,
  amount_minor bigint not null,
  currency text not null,
  payout_id uuid,
  reason text,
  at timestamptz not null
);
create index commission_ledger_of_organization on commission_ledger (organization_id, position);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger commission_ledger_stays before update or delete on commission_ledger for each row execute function refuse_ledger_change();

create function keep_commission() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'reason', 'payout_id', 'reversed_by', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'A commission is never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(old) - free <> to_jsonb(new) - free then
    raise exception 'A commission is never changed' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status in ('PAID', 'REVERSED', 'FRAUD', 'CANCELED') then
    raise exception 'A commission that is % stays so', old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger commissions_stay before update or delete on commissions for each row execute function keep_commission();

create function book_commission() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  insert into billing.commission_ledger (commission_id, organization_id, from_status, to_status, amount_minor, currency, payout_id, reason, at)
    values (new.id, new.organization_id, case when tg_op = 'UPDATE' then old.status end, new.status, new.amount_minor, new.currency,
      coalesce(new.payout_id, case when tg_op = 'UPDATE' then old.payout_id end), new.reason, new.updated_at);
  return null;
end $$;
create trigger book_commission after insert or update on commissions for each row execute function book_commission();

create function keep_payout() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'reason', 'in_file', 'sent_at', 'completed_at', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'A payout is never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(old) - free <> to_jsonb(new) - free then
    raise exception 'A payout is never changed' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status in ('COMPLETED', 'FAILED', 'CANCELED') then
    raise exception 'A payout that is % stays so', old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_stay before update or delete on payouts for each row execute function keep_payout();

-- Self-billed documents: one for each approved payout, and another one that takes it back where the payout failed.
create table payout_documents (
  id uuid primary key,
  payout_id uuid not null references payouts on delete restrict,
  organization_id uuid not null,
  number text not null unique check (number ~ '^GS-\d{4}-\d{6,}$'),
  corrects uuid unique references payout_documents on delete restrict,
  -- Both parties and all lines, as it was made.
  document jsonb not null,
  issued_on date not null,
  created_at timestamptz not null
);
create unique index payout_documents_first on payout_documents (payout_id) where corrects is null;
create trigger payout_documents_stay before update or delete on payout_documents for each row execute function refuse_ledger_change();

-- What was handed out, byte for byte.
create table payout_files (
  document_id uuid not null references payout_documents on delete restrict,
  format text not null check (format in ('PDF', 'XML')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (document_id, format)
);
create trigger payout_files_stay before update or delete on payout_files for each row execute function refuse_ledger_change();

-- The last number of a year. Taken in the transaction that issues, so that a number is never left out.
create table payout_counters (
  series text primary key,
  last integer not null
);

-- Months of which an organization was told what it earned.
create table commission_notices (
  organization_id uuid not null,
  month text not null,
  at timestamptz not null,
  primary key (organization_id, month)
);

create function current_organizations() returns setof uuid language sql stable
  return unnest(string_to_array(nullif(current_setting('bollard.organizations', true), ''), ',')::uuid[]);
revoke execute on function current_organizations, refuse_ledger_change, keep_commission, book_commission, keep_payout from public;
grant execute on function current_organizations to bollard_billing;

grant select, insert, update on paid_amounts, payout_runs, payouts, commissions, payout_counters to bollard_billing;
grant select, insert on payout_documents, payout_files, commission_notices to bollard_billing;
grant select on commission_ledger to bollard_billing;

alter table paid_amounts enable row level security;
alter table payout_runs enable row level security;
alter table payouts enable row level security;
alter table commissions enable row level security;
alter table commission_ledger enable row level security;
alter table payout_documents enable row level security;
alter table payout_files enable row level security;
alter table payout_counters enable row level security;
alter table commission_notices enable row level security;

create policy amounts_of_solutions on paid_amounts to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));
create policy runs_of_system on payout_runs to bollard_billing using (is_system()) with check (is_system());
create policy counters_of_payouts on payout_counters to bollard_billing using (is_system()) with check (is_system());
create policy payouts_read on payouts for select to bollard_billing using (organization_id in (select current_organizations()));
create policy payouts_write on payouts to bollard_billing
  using (is_system() and organization_id in (select current_organizations())) with check (is_system() and organization_id in (select current_organizations()));
create policy commissions_read on commissions for select to bollard_billing using (organization_id in (select current_organizations()));
-- A refund is booked where the payment was, whoever the customer belongs to by now.
create policy commissions_write on commissions to bollard_billing
  using (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())))
  with check (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())));
create policy ledger_read on commission_ledger for select to bollard_billing using (organization_id in (select current_organizations()));
create policy documents_read on payout_documents for select to bollard_billing using (organization_id in (select current_organizations()));
create policy documents_write on payout_documents for insert to bollard_billing with check (is_system() and organization_id in (select current_organizations()));
-- Whoever sees a document sees its files.
create policy payout_files_read on payout_files for select to bollard_billing using (document_id in (select id from billing.payout_documents));
create policy payout_files_write on payout_files for insert to bollard_billing
  with check (is_system() and document_id in (select id from billing.payout_documents));
create policy notices_of_organizations on commission_notices to bollard_billing
  using (is_system() and organization_id in (select current_organizations())) with check (is_system() and organization_id in (select current_organizations()));
