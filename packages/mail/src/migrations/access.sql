-- Services put mails into the outbox in their own transactions, and can do nothing else with it.
grant usage on schema mail to bollard_solution, bollard_billing;
grant execute on function enqueue to bollard_solution, bollard_billing;
