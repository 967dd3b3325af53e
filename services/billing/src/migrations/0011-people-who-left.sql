-- People whose account has ended, until nothing of them is left here and with the payment provider. Invoices stay, as the law demands.
create table departures (
  user_id text primary key,
  left_at timestamptz not null
);
grant select, insert, delete on departures to bollard_billing;
grant delete on provider_customers to bollard_billing;
alter table departures enable row level security;
create policy own_departure on departures to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
