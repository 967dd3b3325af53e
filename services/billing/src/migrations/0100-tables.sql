create table invoice_addresses (
  id uuid primary key,
  user_id text not null,
  company text not null,
  first_name text not null,
  last_name text not null,
  street text not null,
  line2 text not null,
  postal_code text not null,
  city text not null,
  region text not null,
  country_code text not null,
  email text not null,
  cc_emails text[] not null,
  vat_id text,
  vat_id_status text not null check (vat_id_status in ('NONE', 'UNCHECKED', 'VALID', 'INVALID', 'UNAVAILABLE')),
  vat_id_checked_at timestamptz,
  -- The number under which VIES keeps what it answered; the proof that reverse charge was right.
  vat_id_request_id text,
  purchase_order text not null,
  buyer_reference text not null,
  e_invoice text not null check (e_invoice in ('ZUGFERD_PDF', 'XRECHNUNG_XML', 'PEPPOL')),
  peppol_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((vat_id is null) = (vat_id_status = 'NONE'))
);
create index invoice_addresses_of_user on invoice_addresses (user_id, id desc);
create index invoice_addresses_to_check on invoice_addresses (vat_id_checked_at) where vat_id_status in ('VALID', 'UNAVAILABLE');

create table payment_methods (
  id uuid primary key,
  user_id text not null,
  kind text not null check (kind in ('CARD', 'SEPA_DEBIT', 'BANK_TRANSFER')),
  -- Tokens of the payment provider; numbers of cards and accounts never come here.
  provider text check (provider in ('STRIPE')),
  provider_token text,
  provider_customer text,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  holder text,
  mandate_reference text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'FAILED', 'REQUIRES_ACTION')),
  is_default boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'BANK_TRANSFER') = (provider_token is null))
);
create index payment_methods_of_user on payment_methods (user_id, id desc);
create unique index payment_methods_default on payment_methods (user_id) where is_default;
create unique index payment_methods_token on payment_methods (provider, provider_token) where provider_token is not null;

-- Who a person is with the payment provider.
create table provider_customers (
  user_id text not null,
  provider text not null,
  token text not null,
  primary key (user_id, provider)
);

create table payment_setups (
  id uuid primary key,
  user_id text not null,
  kind text not null check (kind in ('CARD', 'SEPA_DEBIT')),
  provider_token text not null unique,
  provider_customer text not null,
  payment_method_id uuid references payment_methods on delete set null,
  created_at timestamptz not null
);
create index payment_setups_of_user on payment_setups (user_id, created_at);

create table subscriptions (
  solution_id uuid primary key,
  solution_type text not null check (solution_type in ('CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY')),
  created_by text not null,
  plan_code text not null,
  -- The plan as it was when it was chosen: its prices hold until another one is chosen.
  plan jsonb not null,
  billing_interval text check (billing_interval in ('MONTHLY', 'YEARLY')),
  status text not null check (status in ('TRIALING', 'ACTIVE', 'INCOMPLETE', 'PAST_DUE', 'UNPAID', 'PAUSED', 'CANCELED')),
  trial_ends_at timestamptz,
  -- Days before the end of the trial for which its mail is written; null before the first.
  trial_mailed_days integer,
  -- Null while nothing is paid. Every period begins a whole number of months after the anchor.
  anchor_at timestamptz,
  period_start timestamptz,
  period_end timestamptz,
  next_plan_code text,
  next_interval text check (next_interval in ('MONTHLY', 'YEARLY')),
  renews boolean not null default true,
  incomplete_since timestamptz,
  invoice_address_id uuid references invoice_addresses on delete restrict,
  payment_method_id uuid references payment_methods on delete restrict,
  usage_alert_percents integer[] not null default '{80,100,120}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((billing_interval is null) = (period_end is null)),
  check ((status = 'TRIALING') <= (trial_ends_at is not null)),
  check ((status = 'INCOMPLETE') = (incomplete_since is not null))
);
create index subscriptions_trial on subscriptions (trial_ends_at) where status = 'TRIALING';
create index subscriptions_period on subscriptions (period_end) where period_end is not null and status <> 'CANCELED';
create index subscriptions_incomplete on subscriptions (incomplete_since) where incomplete_since is not null;
create index subscriptions_address on subscriptions (invoice_address_id) where invoice_address_id is not null;
create index subscriptions_method on subscriptions (payment_method_id) where payment_method_id is not null;
create index subscriptions_without_plan on subscriptions (solution_id) where status = 'PAUSED';
-- Others follow plans by asking every few seconds which of them have changed.
create index subscriptions_changed on subscriptions (updated_at);

create table payments (
  id uuid primary key,
  solution_id uuid not null references subscriptions on delete restrict,
  -- What is paid; each try is a row.
  invoice_id uuid not null,
  attempt integer not null check (attempt > 0),
  kind text not null check (kind in ('CARD', 'SEPA_DEBIT', 'BANK_TRANSFER')),
  payment_method_id uuid references payment_methods on delete set null,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('PENDING', 'PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'DISPUTED', 'REFUNDED')),
  provider_token text unique,
  -- When the provider says that its last word was true; older words do not undo it.
  provider_at timestamptz,
  failure_code text,
  -- The operator who saw the money on the account.
  recorded_by text,
  refunded_minor integer not null default 0 check (refunded_minor between 0 and amount_minor),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The bank's word for a transfer, so that one is not written down twice; and when money was asked back from the provider.
  bank_reference text,
  unique (invoice_id, attempt)
);
create index payments_of_solution on payments (solution_id, id);
create unique index payments_bank_reference on payments (invoice_id, bank_reference) where bank_reference is not null;
create index payments_of_invoice on payments (invoice_id);

-- Events of the payment provider that were heard; each counts once.
create table payment_events (
  id text primary key,
  kind text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null
);
create index payment_events_received on payment_events (received_at);

-- Answers to creations with an idempotency key.
create table answers (
  user_id text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key_hash)
);

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

-- What is owed for plans, net. An invoice takes up what is OPEN.
create table charges (
  id uuid primary key,
  solution_id uuid not null references subscriptions on delete restrict,
  kind text not null check (kind in ('PERIOD', 'UPGRADE', 'OVERAGE')),
  plan_code text not null,
  billing_interval text not null check (billing_interval in ('MONTHLY', 'YEARLY')),
  period_from timestamptz not null,
  period_to timestamptz not null,
  amount_minor integer not null check (amount_minor >= 0),
  currency text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'INVOICED', 'CANCELED')),
  invoice_id uuid,
  created_at timestamptz not null,
  accounting_id uuid references accountings on delete restrict,
  units bigint,
  -- For each 1000, in minor units.
  price_minor bigint,
  check ((status = 'INVOICED') = (invoice_id is not null)),
  constraint charges_overage_check check ((kind = 'OVERAGE') = (accounting_id is not null and units is not null and price_minor is not null))
);
create index charges_of_solution on charges (solution_id, id);
create index charges_open on charges (created_at) where status = 'OPEN';
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
  -- An invoice may be taken back in parts: so much of it has been, and a credit note says of which lines, net and with their sign.
  credited_minor bigint not null default 0,
  credited_net_minor bigint not null default 0,
  credited_lines jsonb,
  -- When the tax of an invoice that VIES had no answer for was settled: corrected, or left as it is.
  tax_settled_at timestamptz,
  check ((kind = 'CREDIT_NOTE') = (corrects is not null)),
  check (status = 'DRAFT' or (number is not null and document is not null and issued_on is not null and issued_at is not null and gross_minor is not null)),
  check (net_minor + tax_minor = gross_minor),
  constraint invoices_credited_check check (credited_minor between 0 and coalesce(gross_minor, 0))
);
create unique index invoices_draft on invoices (solution_id) where status = 'DRAFT';
create index invoices_of_solution on invoices (solution_id, id desc);
create index invoices_of_user on invoices (user_id, id desc);
create index invoices_to_collect on invoices (next_try_at) where next_try_at is not null;
create index invoices_open on invoices (due_on) where status in ('ISSUED', 'OVERDUE', 'UNCOLLECTIBLE') and kind = 'INVOICE';
create index invoices_locking on invoices (solution_id) where lock_wanted_at is not null;
create index invoices_to_void on invoices (id) where void_wanted is not null and status not in ('DRAFT', 'VOID');
create index invoices_credit on invoices (corrects) where corrects is not null;
create index invoices_provisional on invoices (id) where provisional_tax and tax_settled_at is null;

-- The last number of a year. Taken in the transaction that issues, so that a number is never left out.
create table invoice_counters (
  series text not null,
  last integer not null,
  primary key (series)
);

-- What was sent, byte for byte.
create table invoice_files (
  invoice_id uuid not null references invoices on delete restrict,
  format text not null check (format in ('PDF', 'XML')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (invoice_id, format)
);

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
  created_by text,
  created_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  -- When the bank's file was fetched first; it says the same ever after.
  file_at timestamptz,
  checked_by text,
  -- Who could not be paid, with the amount and the reason.
  left_out jsonb not null default '[]',
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

-- What was handed out, byte for byte.
create table payout_files (
  document_id uuid not null references payout_documents on delete restrict,
  format text not null check (format in ('PDF', 'XML')),
  content bytea not null,
  created_at timestamptz not null,
  primary key (document_id, format)
);

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

-- Where plans have none that is free, a solution has none at all after its trial. Its admins are told, and it is restricted
-- two weeks later.
create table lapse_notices (
  solution_id uuid primary key references subscriptions on delete cascade,
  noticed_at timestamptz not null,
  reminded_at timestamptz,
  locked_at timestamptz
);

-- Where an organization passes its commission on, the customer gets it as a discount on the invoice, and no commission arises.
create table customer_discounts (
  invoice_id uuid primary key,
  organization_id uuid not null,
  solution_id uuid not null,
  customer_id text not null,
  rate_percent numeric(5, 2) not null check (rate_percent > 0),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null,
  -- When the invoice was paid: then the customer counts among those that pay. Null again once nothing of it stays paid.
  paid_at timestamptz,
  -- A reseller's margin is kept as the discounts of customers are. Whoever buys to sell on is no paying customer that a partner brought.
  is_resale boolean not null default false
);
create index customer_discounts_of_organization on customer_discounts (organization_id, customer_id);

-- Money that goes back through the payment provider, each amount asked for under a key of its own.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  asked_at timestamptz
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_to_ask on refunds (id) where asked_at is null;

-- Credit notes by which much money goes back: who asked for one first. Another administrator asks for the same.
create table credit_note_requests (
  invoice_id uuid not null references invoices on delete cascade,
  asked_by text not null,
  input jsonb not null,
  asked_at timestamptz not null,
  primary key (invoice_id, asked_by)
);

-- Invoices are mailed to an address that a person names once somebody there has said yes; its own account's address needs no word.
create table confirmed_emails (
  user_id text not null,
  email text not null check (email = lower(email)),
  confirmed_at timestamptz not null,
  primary key (user_id, email)
);

-- Links in mails. Used ones are gone, late ones are kept for a week to be told apart from wrong ones.
create table email_confirmations (
  token_hash bytea primary key,
  user_id text not null,
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_confirmations_of_email on email_confirmations (email, created_at);
create index email_confirmations_of_user on email_confirmations (user_id, created_at);

-- People whose account has ended, until nothing of them is left here and with the payment provider. Invoices stay, as the law demands.
create table departures (
  user_id text primary key,
  left_at timestamptz not null
);
