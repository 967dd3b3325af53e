-- A database may have roles that are no services of ours, and none of them sends mails in our name. Each service lets the role in
-- that its statements run as, in a migration of its own. The owner of the schema needs no grant.
revoke execute on function enqueue(jsonb) from public;
revoke usage on schema mail from public;
