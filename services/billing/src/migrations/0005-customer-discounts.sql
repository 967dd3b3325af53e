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
  paid_at timestamptz
);
create index customer_discounts_of_organization on customer_discounts (organization_id, customer_id);

grant select, insert, update on customer_discounts to bollard_billing;
alter table customer_discounts enable row level security;
create policy discounts_of_system on customer_discounts to bollard_billing
  using (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())))
  with check (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())));
