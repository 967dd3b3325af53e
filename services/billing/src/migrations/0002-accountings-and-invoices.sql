-- Which plan was in force when: what a month included is read from it after the plan has changed.
create table plan_history (
  solution_id uuid not null references subscriptions on delete cascade,
  at timestamptz not null,
  plan_code text not null,
  plan jsonb not null,
  billing_interval text,
  status text not null,
  primary key (solution_id, at)
);
insert into plan_history select solution_id, created_at, plan_code, plan, billing_interval, status from subscriptions;
create function keep_plan() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  -- A job may be late: what follows a period or a trial is in force from its end.
  since timestamptz := new.updated_at;
begin
  if tg_op = 'UPDATE' then
    if new.plan_code = old.plan_code and new.plan = old.plan and new.status = old.status and new.billing_interval is not distinct from old.billing_interval then
      return null;
    end if;
    if new.period_start is distinct from old.period_start then
      since := least(since, coalesce(new.period_start, old.period_end, since));
    end if;
    if old.status = 'TRIALING' then
      since := least(since, old.trial_ends_at);
    end if;
  end if;
  insert into billing.plan_history values (new.solution_id, since, new.plan_code, new.plan, new.billing_interval, new.status)
    on conflict (solution_id, at) do update set plan_code = excluded.plan_code, plan = excluded.plan, billing_interval = excluded.billing_interval, status = excluded.status;
  return null;
end $$;
create trigger keep_plan after insert or update on subscriptions for each row execute function keep_plan();

-- What a solution used in a month. Written when the month is over and never changed; a correction is another row.
create table accountings (
  id uuid primary key,
  solution_id uuid not null references subscriptions on delete restrict,
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  corrects uuid unique references accountings on delete restrict,
  plan_code text not null,
  plan jsonb not null,
  included bigint,
  counted jsonb not null,
  per_day jsonb not null,
  overage_units bigint not null check (overage_units >= 0),
  overage_minor bigint not null check (overage_minor >= 0),
  plan_minor bigint not null check (plan_minor >= 0),
  currency text not null,
  closed_at timestamptz not null
);
create unique index accountings_first on accountings (solution_id, period) where corrects is null;
create index accountings_of_solution on accountings (solution_id, id desc);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger accountings_stay before update or delete on accountings for each row execute function refuse_change();

-- What goes beyond a plan is owed like a plan.
alter table charges drop constraint charges_kind_check;
alter table charges add constraint charges_kind_check check (kind in ('PERIOD', 'UPGRADE', 'OVERAGE'));
alter table charges add column accounting_id uuid references accountings on delete restrict;
alter table charges add column units bigint;
-- For each 1000, in minor units.
alter table charges add column price_minor bigint;
alter table charges add constraint charges_overage_check check ((kind = 'OVERAGE') = (accounting_id is not null and units is not null and price_minor is not null));
-- Taken back ones stay, so an accounting can be charged anew.
create unique index charges_of_accounting on charges (accounting_id) where accounting_id is not null and status <> 'CANCELED';
create index charges_of_invoice on charges (invoice_id) where invoice_id is not null;

create table invoices (
  id uuid primary key,
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
  solution_id uuid not null references subscriptions on delete restrict,
  -- Whose address it goes to.
  user_id text not null,
  status text not null check (status in ('DRAFT', 'ISSUED', 'PAID', 'OVERDUE', 'UNCOLLECTIBLE', 'VOID')),
  number text unique check (number ~ '^\d{4}-\d{6,}$'),
  corrects uuid references invoices on delete restrict,
  -- Why a credit note was written.
  reason text,
  -- The invoice with both parties and all lines, as it was made; null while it is a draft.
  document jsonb,
  issued_on date,
  due_on date,
  currency text not null,
  net_minor bigint,
  tax_minor bigint,
  gross_minor bigint,
  payment_kind text not null check (payment_kind in ('CARD', 'SEPA_DEBIT', 'BANK_TRANSFER')),
  -- The tax may have to be corrected once VIES answers.
  provisional_tax boolean not null default false,
  -- The number under which VIES keeps what it answered before this invoice.
  vat_request_id text,
  created_at timestamptz not null,
  issued_at timestamptz,
  -- From here on: what becomes of it afterwards.
  paid_minor bigint not null default 0,
  paid_at timestamptz,
  paid_told boolean not null default false,
  void_wanted text,
  tries integer not null default 0,
  next_try_at timestamptz,
  dunning_since timestamptz,
  dunning_step integer not null default 0,
  -- When its debtor was first told that a restriction would come.
  noticed_at timestamptz,
  lock_wanted_at timestamptz,
  locked_at timestamptz,
  updated_at timestamptz not null,
  check ((kind = 'CREDIT_NOTE') = (corrects is not null)),
  check (status = 'DRAFT' or (number is not null and document is not null and issued_on is not null and issued_at is not null and gross_minor is not null)),
  check (net_minor + tax_minor = gross_minor)
);
create unique index invoices_draft on invoices (solution_id) where status = 'DRAFT';
create unique index invoices_credit on invoices (corrects) where corrects is not null;
create index invoices_of_solution on invoices (solution_id, id desc);
create index invoices_of_user on invoices (user_id, id desc);
create index invoices_to_collect on invoices (next_try_at) where next_try_at is not null;
create index invoices_open on invoices (due_on) where status in ('ISSUED', 'OVERDUE', 'UNCOLLECTIBLE') and kind = 'INVOICE';
create index invoices_locking on invoices (solution_id) where lock_wanted_at is not null;
create index invoices_to_void on invoices (id) where void_wanted is not null and status not in ('DRAFT', 'VOID');

-- The last number of a year. Taken in the transaction that issues, so that a number is never left out.
create table invoice_counters (
  series text not null,
  last integer not null,
  primary key (series)
);

-- Once issued, amounts, parties, lines and number stay; only what becomes of the invoice changes.
create function keep_invoice() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'paid_minor', 'paid_at', 'paid_told', 'void_wanted', 'tries', 'next_try_at', 'dunning_since', 'dunning_step', 'noticed_at', 'lock_wanted_at', 'locked_at', 'updated_at'];
begin
  if old.status = 'DRAFT' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'An issued invoice is never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(old) - free <> to_jsonb(new) - free or new.status = 'DRAFT' then
    raise exception 'An issued invoice is never changed' using errcode = 'restrict_violation';
  end if;
  if old.status = 'VOID' and new.status <> 'VOID' then
    raise exception 'A void invoice stays void' using errcode = 'restrict_violation';
  end if;
  if new.status = 'VOID' and old.status <> 'VOID' and not exists (
    select from billing.invoices c where c.corrects = new.id and c.status <> 'DRAFT' and c.gross_minor = new.gross_minor
  ) then
    raise exception 'Only a credit note makes an invoice void' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invoices_stay before update or delete on invoices for each row execute function keep_invoice();

-- What was sent, byte for byte.
create table invoice_files (
  invoice_id uuid not null references invoices on delete restrict,
  format text not null check (format in ('PDF', 'XML')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (invoice_id, format)
);
create trigger invoice_files_stay before update or delete on invoice_files for each row execute function refuse_change();

-- The bank's word for a transfer, so that one is not written down twice; and when money was asked back from the provider.
alter table payments add column bank_reference text;
alter table payments add column refund_asked_at timestamptz;
create unique index payments_bank_reference on payments (invoice_id, bank_reference) where bank_reference is not null;
create index payments_of_invoice on payments (invoice_id);

-- Levels of usage that were told of, once a month each.
create table usage_alerts (
  solution_id uuid not null references subscriptions on delete cascade,
  period text not null,
  percent integer not null,
  at timestamptz not null,
  primary key (solution_id, period, percent)
);
-- Solutions that use far more than a plan includes which has no price for more, and since when they have been told.
create table quota_notices (
  solution_id uuid primary key references subscriptions on delete cascade,
  noticed_at timestamptz not null,
  locked_at timestamptz
);

revoke execute on function keep_plan, refuse_change, keep_invoice from public;
grant select on plan_history to bollard_billing;
grant select, insert on accountings, invoice_files to bollard_billing;
grant select, insert, update, delete on invoices to bollard_billing;
grant select, insert, update on invoice_counters to bollard_billing;
grant select, insert on usage_alerts to bollard_billing;
grant select, insert, update, delete on quota_notices to bollard_billing;

alter table plan_history enable row level security;
alter table accountings enable row level security;
alter table invoices enable row level security;
alter table invoice_counters enable row level security;
alter table invoice_files enable row level security;
alter table usage_alerts enable row level security;
alter table quota_notices enable row level security;

create policy history_of_solutions on plan_history for select to bollard_billing using (solution_id in (select current_solutions()));
create policy accountings_read on accountings for select to bollard_billing using (solution_id in (select current_solutions()));
create policy accountings_write on accountings for insert to bollard_billing with check (is_system() and solution_id in (select current_solutions()));
create policy invoices_read on invoices for select to bollard_billing
  using (solution_id in (select current_solutions()) or (user_id = current_actor() and status <> 'DRAFT'));
create policy invoices_write on invoices to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));
create policy counters_of_system on invoice_counters to bollard_billing using (is_system()) with check (is_system());
-- Whoever sees an invoice sees its files.
create policy files_read on invoice_files for select to bollard_billing using (invoice_id in (select id from billing.invoices));
create policy files_write on invoice_files for insert to bollard_billing with check (is_system() and invoice_id in (select id from billing.invoices));
create policy alerts_of_system on usage_alerts to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));
create policy notices_of_system on quota_notices to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));
