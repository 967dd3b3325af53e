-- Every statement of the service runs as this role, which row-level security binds; the owner of the tables is exempt.
-- Roles belong to the whole server, so another database may have made it already.
do $$
begin
  create role bollard_billing nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'bollard_billing', 'usage') then
    execute format('grant bollard_billing to %I', current_user);
  end if;
end $$;

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

-- What is owed for plans, net. An invoice takes up what is OPEN.
create table charges (
  id uuid primary key,
  solution_id uuid not null references subscriptions on delete restrict,
  kind text not null check (kind in ('PERIOD', 'UPGRADE')),
  plan_code text not null,
  billing_interval text not null check (billing_interval in ('MONTHLY', 'YEARLY')),
  period_from timestamptz not null,
  period_to timestamptz not null,
  amount_minor integer not null check (amount_minor >= 0),
  currency text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'INVOICED', 'CANCELED')),
  invoice_id uuid,
  created_at timestamptz not null,
  check ((status = 'INVOICED') = (invoice_id is not null))
);
create index charges_of_solution on charges (solution_id, id);
create index charges_open on charges (created_at) where status = 'OPEN';

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
  unique (invoice_id, attempt)
);
create index payments_of_solution on payments (solution_id, id);

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

-- Whose transaction this is. Who belongs to a solution is known elsewhere, so the solutions that the policy function let
-- through come along. The system is nobody's: it sees what those solutions need.
create function current_actor() returns text language sql stable return nullif(current_setting('bollard.actor', true), '');
create function is_system() returns boolean language sql stable return current_setting('bollard.system', true) = 'on';
create function current_solutions() returns setof uuid language sql stable
  return unnest(string_to_array(nullif(current_setting('bollard.solutions', true), ''), ',')::uuid[]);
create function used_addresses() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select invoice_address_id from billing.subscriptions where solution_id in (select billing.current_solutions());
  end;
create function used_methods() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select payment_method_id from billing.subscriptions where solution_id in (select billing.current_solutions());
  end;
-- What a solution is paid with may belong to somebody else than the member who chooses its plan; the kind alone is told.
create function kind_of_used_method(wanted uuid) returns text language sql stable security definer set search_path = pg_catalog
  begin atomic
    select kind from billing.payment_methods where id = wanted and id in (select billing.used_methods());
  end;
-- Which solutions need something of the actor; their numbers and nothing else.
create function solutions_of_address(wanted uuid) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select s.solution_id from billing.subscriptions s join billing.invoice_addresses a on a.id = s.invoice_address_id
      where a.id = wanted and a.user_id = billing.current_actor() order by s.solution_id desc;
  end;
create function solutions_of_method(wanted uuid) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select s.solution_id from billing.subscriptions s join billing.payment_methods m on m.id = s.payment_method_id
      where m.id = wanted and m.user_id = billing.current_actor() order by s.solution_id desc;
  end;
revoke execute on function current_actor, is_system, current_solutions, used_addresses, used_methods, kind_of_used_method, solutions_of_address, solutions_of_method from public;
grant execute on function current_actor, is_system, current_solutions, used_addresses, used_methods, kind_of_used_method, solutions_of_address, solutions_of_method to bollard_billing;

grant usage on schema billing to bollard_billing;
grant select, insert, update, delete on invoice_addresses, payment_methods, payment_setups, answers to bollard_billing;
grant select, insert on provider_customers, payment_events to bollard_billing;
grant select, insert, update on subscriptions, charges, payments to bollard_billing;
grant delete on subscriptions, charges to bollard_billing;

alter table invoice_addresses enable row level security;
alter table payment_methods enable row level security;
alter table provider_customers enable row level security;
alter table payment_setups enable row level security;
alter table subscriptions enable row level security;
alter table charges enable row level security;
alter table payments enable row level security;
alter table payment_events enable row level security;
alter table answers enable row level security;

create policy own_addresses on invoice_addresses to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy addresses_in_use on invoice_addresses for select to bollard_billing using (is_system() and id in (select used_addresses()));
create policy own_methods on payment_methods to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy methods_in_use on payment_methods for select to bollard_billing using (is_system() and id in (select used_methods()));
create policy own_customers on provider_customers to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy own_setups on payment_setups to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy own_answers on answers to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());

create policy plans_of_solutions on subscriptions to bollard_billing
  using (solution_id in (select current_solutions())) with check (solution_id in (select current_solutions()));
create policy charges_of_solutions on charges to bollard_billing
  using (solution_id in (select current_solutions())) with check (solution_id in (select current_solutions()));
create policy payments_of_solutions on payments to bollard_billing
  using (solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));
create policy events_of_system on payment_events to bollard_billing using (is_system()) with check (is_system());
