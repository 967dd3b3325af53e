-- Whose transaction this is. Who belongs to a solution is known elsewhere, so the solutions that the policy function let
-- through come along. The system is nobody's: it sees what those solutions need.
create or replace function current_actor() returns text language sql stable return nullif(current_setting('bollard.actor', true), '');

create or replace function is_system() returns boolean language sql stable return current_setting('bollard.system', true) = 'on';

create or replace function current_solutions() returns setof uuid language sql stable
  return unnest(string_to_array(nullif(current_setting('bollard.solutions', true), ''), ',')::uuid[]);

create or replace function used_addresses() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select invoice_address_id from billing.subscriptions where solution_id in (select billing.current_solutions());
  end;

create or replace function used_methods() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select payment_method_id from billing.subscriptions where solution_id in (select billing.current_solutions());
  end;

-- The payment method of a solution may belong to someone other than the member who chooses its plan, who learns its kind only.
create or replace function kind_of_used_method(wanted uuid) returns text language sql stable security definer set search_path = pg_catalog
  begin atomic
    select kind from billing.payment_methods where id = wanted and id in (select billing.used_methods());
  end;

-- Which solutions depend on something of the actor's: their numbers and nothing else.
create or replace function solutions_of_address(wanted uuid) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select s.solution_id from billing.subscriptions s join billing.invoice_addresses a on a.id = s.invoice_address_id
      where a.id = wanted and a.user_id = billing.current_actor() order by s.solution_id desc;
  end;

create or replace function solutions_of_method(wanted uuid) returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select s.solution_id from billing.subscriptions s join billing.payment_methods m on m.id = s.payment_method_id
      where m.id = wanted and m.user_id = billing.current_actor() order by s.solution_id desc;
  end;

create or replace function keep_plan() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  -- A job may be late: what follows a period or a trial is in force from its end.
  since timestamptz := new.updated_at;
begin
  if tg_op = 'UPDATE' then
    if new.plan_code = old.plan_code and new.plan = old.plan and new.status = old.status and new.billing_interval is not distinct from old.billing_interval then
      return null;
    end if;
    if new.period_start is distinct from old.period_start then
      since := least(since, coalesce(new.period_start, old.period_end, since));
    end if;
    if old.status = 'TRIALING' then
      since := least(since, old.trial_ends_at);
    end if;
  end if;
  insert into billing.plan_history values (new.solution_id, since, new.plan_code, new.plan, new.billing_interval, new.status)
    on conflict (solution_id, at) do update set plan_code = excluded.plan_code, plan = excluded.plan, billing_interval = excluded.billing_interval, status = excluded.status;
  return null;
end $$;
create or replace trigger keep_plan after insert or update on subscriptions for each row execute function keep_plan();

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger accountings_stay before update or delete on accountings for each row execute function refuse_change();
create or replace trigger vat_checks_stay before update on vat_checks for each row execute function refuse_change();
create or replace trigger invoice_files_stay before update or delete on invoice_files for each row execute function refuse_change();

-- Once issued, amounts, parties, lines and number stay; only what becomes of the invoice changes.
create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'paid_minor', 'paid_at', 'paid_told', 'void_wanted', 'tries', 'next_try_at', 'dunning_since', 'dunning_step', 'noticed_at',
    'lock_wanted_at', 'locked_at', 'updated_at', 'credited_minor', 'credited_net_minor', 'tax_settled_at'];
begin
  if old.status = 'DRAFT' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'An issued invoice is never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(old) - free <> to_jsonb(new) - free or new.status = 'DRAFT' then
    raise exception 'An issued invoice is never changed' using errcode = 'restrict_violation';
  end if;
  if old.status = 'VOID' and new.status <> 'VOID' then
    raise exception 'A void invoice stays void' using errcode = 'restrict_violation';
  end if;
  if (new.credited_minor, new.credited_net_minor) is distinct from (old.credited_minor, old.credited_net_minor) and not exists (
    select from billing.invoices c where c.corrects = new.id and c.status <> 'DRAFT'
    having (coalesce(sum(c.gross_minor), 0), coalesce(sum(c.net_minor), 0)) = (new.credited_minor, new.credited_net_minor)
  ) then
    raise exception 'Only credit notes say what is taken back' using errcode = 'restrict_violation';
  end if;
  if new.status = 'VOID' and old.status <> 'VOID' and new.credited_minor <> new.gross_minor then
    raise exception 'Only credit notes make an invoice void' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger invoices_stay before update or delete on invoices for each row execute function keep_invoice();

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger commission_ledger_stays before update or delete on commission_ledger for each row execute function refuse_ledger_change();
create or replace trigger payout_documents_stay before update or delete on payout_documents for each row execute function refuse_ledger_change();
create or replace trigger payout_files_stay before update or delete on payout_files for each row execute function refuse_ledger_change();

create or replace function keep_commission() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'reason', 'payout_id', 'reversed_by', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'A commission is never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(old) - free <> to_jsonb(new) - free then
    raise exception 'A commission is never changed' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status in ('PAID', 'REVERSED', 'FRAUD', 'CANCELED') then
    raise exception 'A commission that is % stays so', old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger commissions_stay before update or delete on commissions for each row execute function keep_commission();

create or replace function book_commission() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then return null; end if;
  insert into billing.commission_ledger (commission_id, organization_id, from_status, to_status, amount_minor, currency, payout_id, reason, at)
    values (new.id, new.organization_id, case when tg_op = 'UPDATE' then old.status end, new.status, new.amount_minor, new.currency,
      coalesce(new.payout_id, case when tg_op = 'UPDATE' then old.payout_id end), new.reason, new.updated_at);
  return null;
end $$;
create or replace trigger book_commission after insert or update on commissions for each row execute function book_commission();

create or replace function keep_payout() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'reason', 'in_file', 'sent_at', 'completed_at', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'A payout is never deleted' using errcode = 'restrict_violation';
  end if;
  if to_jsonb(old) - free <> to_jsonb(new) - free then
    raise exception 'A payout is never changed' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status in ('COMPLETED', 'FAILED', 'CANCELED') then
    raise exception 'A payout that is % stays so', old.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger payouts_stay before update or delete on payouts for each row execute function keep_payout();

create or replace function current_organizations() returns setof uuid language sql stable
  return unnest(string_to_array(nullif(current_setting('bollard.organizations', true), ''), ',')::uuid[]);

-- What this role may add to the audit log: in the name of the actor about the account of the actor and the solutions that the policy
-- let through; as the system or an operator about the solutions and organizations that the transaction is for, or all payouts.
create or replace function may_audit(scope text, scope_id text, actor_kind text, actor_id text) returns boolean language sql stable set search_path = pg_catalog
  return coalesce(
    case scope
      when 'SOLUTION' then scope_id in (select id::text from billing.current_solutions() as id)
      when 'ACCOUNT' then scope_id = lower(billing.current_actor())
      when 'ORGANIZATION' then billing.is_system() and scope_id in (select id::text from billing.current_organizations() as id)
      when 'SYSTEM' then billing.is_system() and scope_id = 'payouts'
    end
    and (billing.is_system() or (actor_kind = 'USER' and actor_id = billing.current_actor())), false);

-- Mails to and from someone are counted over all accounts, so that several accounts cannot flood anyone.
create or replace function confirmations_to(to_email text, since timestamptz) returns integer language sql stable security definer set search_path = pg_catalog
  begin atomic
    select count(*)::integer from billing.email_confirmations where email = to_email and created_at > since;
  end;
