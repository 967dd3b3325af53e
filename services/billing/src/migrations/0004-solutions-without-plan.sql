-- Where plans have none that is free, a solution has none at all after its trial. Its admins are told, and it is restricted
-- two weeks later.
create table lapse_notices (
  solution_id uuid primary key references subscriptions on delete cascade,
  noticed_at timestamptz not null,
  reminded_at timestamptz,
  locked_at timestamptz
);
grant select, insert, update, delete on lapse_notices to bollard_billing;
alter table lapse_notices enable row level security;
create policy lapses_of_system on lapse_notices to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

create index subscriptions_without_plan on subscriptions (solution_id) where status = 'PAUSED';
