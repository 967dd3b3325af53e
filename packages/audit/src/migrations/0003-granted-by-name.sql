-- A database may have roles that are no services of ours, such as one that only reads for reports. Who adds is named: each service
-- lets the role in that its statements run as, in a migration of its own. The owner of the schema needs no grant.
revoke execute on function append(jsonb) from public;
revoke usage on schema audit from public;
