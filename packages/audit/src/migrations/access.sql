-- A role that a service takes on may add what its guard lets it, see `writers`, and read nothing.
grant usage on schema audit to bollard_solution, bollard_billing;
grant execute on function append to bollard_solution, bollard_billing;
