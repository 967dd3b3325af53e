-- What this role may add to the audit log: in the name of the actor about the account of the actor and the solutions that the policy
-- let through; as the system or an operator about the solutions and organizations that the transaction is for, or all payouts.
create function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable set search_path = pg_catalog
  return coalesce(
    case scope
      when 'SOLUTION' then scope_id in (select id::text from billing.current_solutions() as id)
      when 'ACCOUNT' then scope_id = lower(billing.current_actor())
      when 'ORGANIZATION' then billing.is_system() and scope_id in (select id::text from billing.current_organizations() as id)
      when 'SYSTEM' then billing.is_system() and scope_id = 'payouts'
    end
    and (billing.is_system() or (actor_kind = 'USER' and actor_id = billing.current_actor())), false);
revoke execute on function may_audit from public;
select audit.let_in('bollard_billing', 'billing.may_audit'::regproc);
