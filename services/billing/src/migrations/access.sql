-- Who may do what. It runs on a schema that nobody but its owner may use, so what is not said here is not allowed.
--
-- bollard_billing              acts for somebody, or for the solutions that a transaction names; row-level security binds it to them
-- bollard_api, bollard_worker  find out what is due, and for whom

grant usage on schema billing to bollard_api, bollard_worker;
grant execute on all functions in schema billing to bollard_api, bollard_worker;
grant select on all tables in schema billing to bollard_api, bollard_worker;
revoke all on migrations, current_files from bollard_api, bollard_worker;
grant insert, update, delete on repeated_calls to bollard_api, bollard_worker;
grant delete on email_confirmations, payment_events, payment_setups to bollard_api, bollard_worker;

grant insert on vat_checks to bollard_api, bollard_worker;
grant delete on vat_checks to bollard_worker;

grant usage on schema billing to bollard_billing;
grant execute on function current_actor, is_system, current_solutions, used_addresses, used_methods, kind_of_used_method,
  solutions_of_address, solutions_of_method, current_organizations, confirmations_to
  to bollard_billing;

grant select, insert, update, delete on invoice_addresses to bollard_billing;
alter table invoice_addresses enable row level security;
create policy by_processes on invoice_addresses to bollard_api, bollard_worker using (true) with check (true);
create policy own_addresses on invoice_addresses to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy addresses_in_use on invoice_addresses for select to bollard_billing using (is_system() and id in (select used_addresses()));

grant select, insert, update, delete on payment_methods to bollard_billing;
alter table payment_methods enable row level security;
create policy by_processes on payment_methods to bollard_api, bollard_worker using (true) with check (true);
create policy own_methods on payment_methods to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy methods_in_use on payment_methods for select to bollard_billing using (is_system() and id in (select used_methods()));

grant select, insert, delete on provider_customers to bollard_billing;
alter table provider_customers enable row level security;
create policy by_processes on provider_customers to bollard_api, bollard_worker using (true) with check (true);
create policy own_customers on provider_customers to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());

grant select, insert, update, delete on payment_setups to bollard_billing;
alter table payment_setups enable row level security;
create policy by_processes on payment_setups to bollard_api, bollard_worker using (true) with check (true);
create policy own_setups on payment_setups to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());

grant select, insert, update, delete on subscriptions to bollard_billing;
alter table subscriptions enable row level security;
create policy by_processes on subscriptions to bollard_api, bollard_worker using (true) with check (true);
create policy plans_of_solutions on subscriptions to bollard_billing
  using (solution_id in (select current_solutions())) with check (solution_id in (select current_solutions()));

grant select, insert, update on payments to bollard_billing;
alter table payments enable row level security;
create policy by_processes on payments to bollard_api, bollard_worker using (true) with check (true);
create policy payments_of_solutions on payments to bollard_billing
  using (solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert on payment_events to bollard_billing;
alter table payment_events enable row level security;
create policy by_processes on payment_events to bollard_api, bollard_worker using (true) with check (true);
create policy events_of_system on payment_events to bollard_billing using (is_system()) with check (is_system());

grant select, update, delete on repeated_calls to bollard_billing;
alter table repeated_calls enable row level security;
create policy by_processes on repeated_calls to bollard_api, bollard_worker using (true) with check (true);
create policy own_calls on repeated_calls to bollard_billing using (caller = current_actor()) with check (caller = current_actor());

grant select on plan_history to bollard_billing;
alter table plan_history enable row level security;
create policy by_processes on plan_history to bollard_api, bollard_worker using (true) with check (true);
create policy history_of_solutions on plan_history for select to bollard_billing using (solution_id in (select current_solutions()));

grant select, insert on accountings to bollard_billing;
alter table accountings enable row level security;
create policy by_processes on accountings to bollard_api, bollard_worker using (true) with check (true);
create policy accountings_read on accountings for select to bollard_billing using (solution_id in (select current_solutions()));
create policy accountings_write on accountings for insert to bollard_billing with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, update, delete on charges to bollard_billing;
alter table charges enable row level security;
create policy by_processes on charges to bollard_api, bollard_worker using (true) with check (true);
create policy charges_of_solutions on charges to bollard_billing
  using (solution_id in (select current_solutions())) with check (solution_id in (select current_solutions()));

grant select, insert, update, delete on invoices to bollard_billing;
alter table invoices enable row level security;
create policy by_processes on invoices to bollard_api, bollard_worker using (true) with check (true);
create policy invoices_read on invoices for select to bollard_billing
  using (solution_id in (select current_solutions()) or (user_id = current_actor() and status <> 'DRAFT'));
create policy invoices_write on invoices to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, update on invoice_counters to bollard_billing;
alter table invoice_counters enable row level security;
create policy by_processes on invoice_counters to bollard_api, bollard_worker using (true) with check (true);
create policy counters_of_system on invoice_counters to bollard_billing using (is_system()) with check (is_system());

grant select, insert on invoice_files to bollard_billing;
alter table invoice_files enable row level security;
create policy by_processes on invoice_files to bollard_api, bollard_worker using (true) with check (true);
-- Whoever sees an invoice sees its files.
create policy files_read on invoice_files for select to bollard_billing using (invoice_id in (select id from billing.invoices));
create policy files_write on invoice_files for insert to bollard_billing with check (is_system() and invoice_id in (select id from billing.invoices));

grant select, insert on usage_alerts to bollard_billing;
alter table usage_alerts enable row level security;
create policy by_processes on usage_alerts to bollard_api, bollard_worker using (true) with check (true);
create policy alerts_of_system on usage_alerts to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, update, delete on quota_notices to bollard_billing;
alter table quota_notices enable row level security;
create policy by_processes on quota_notices to bollard_api, bollard_worker using (true) with check (true);
create policy notices_of_system on quota_notices to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, update on paid_amounts to bollard_billing;
alter table paid_amounts enable row level security;
create policy by_processes on paid_amounts to bollard_api, bollard_worker using (true) with check (true);
create policy amounts_of_solutions on paid_amounts to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, update on payout_runs to bollard_billing;
alter table payout_runs enable row level security;
create policy by_processes on payout_runs to bollard_api, bollard_worker using (true) with check (true);
create policy runs_of_system on payout_runs to bollard_billing using (is_system()) with check (is_system());

grant select, insert, update on payouts to bollard_billing;
alter table payouts enable row level security;
create policy by_processes on payouts to bollard_api, bollard_worker using (true) with check (true);
create policy payouts_read on payouts for select to bollard_billing using (organization_id in (select current_organizations()));
create policy payouts_write on payouts to bollard_billing
  using (is_system() and organization_id in (select current_organizations())) with check (is_system() and organization_id in (select current_organizations()));

grant select, insert, update on commissions to bollard_billing;
alter table commissions enable row level security;
create policy by_processes on commissions to bollard_api, bollard_worker using (true) with check (true);
create policy commissions_read on commissions for select to bollard_billing using (organization_id in (select current_organizations()));
-- A refund is booked where the payment was, whoever the customer belongs to by now.
create policy commissions_write on commissions to bollard_billing
  using (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())))
  with check (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())));

grant select on commission_ledger to bollard_billing;
alter table commission_ledger enable row level security;
create policy by_processes on commission_ledger to bollard_api, bollard_worker using (true) with check (true);
create policy ledger_read on commission_ledger for select to bollard_billing using (organization_id in (select current_organizations()));

grant select, insert on payout_documents to bollard_billing;
alter table payout_documents enable row level security;
create policy by_processes on payout_documents to bollard_api, bollard_worker using (true) with check (true);
create policy documents_read on payout_documents for select to bollard_billing using (organization_id in (select current_organizations()));
create policy documents_write on payout_documents for insert to bollard_billing with check (is_system() and organization_id in (select current_organizations()));

grant select, insert on payout_files to bollard_billing;
alter table payout_files enable row level security;
create policy by_processes on payout_files to bollard_api, bollard_worker using (true) with check (true);
-- Whoever sees a document sees its files.
create policy payout_files_read on payout_files for select to bollard_billing using (document_id in (select id from billing.payout_documents));
create policy payout_files_write on payout_files for insert to bollard_billing
  with check (is_system() and document_id in (select id from billing.payout_documents));

grant select, insert, update on payout_counters to bollard_billing;
alter table payout_counters enable row level security;
create policy by_processes on payout_counters to bollard_api, bollard_worker using (true) with check (true);
create policy counters_of_payouts on payout_counters to bollard_billing using (is_system()) with check (is_system());

grant select, insert on commission_notices to bollard_billing;
alter table commission_notices enable row level security;
create policy by_processes on commission_notices to bollard_api, bollard_worker using (true) with check (true);
create policy notices_of_organizations on commission_notices to bollard_billing
  using (is_system() and organization_id in (select current_organizations())) with check (is_system() and organization_id in (select current_organizations()));

grant select, insert, update, delete on lapse_notices to bollard_billing;
alter table lapse_notices enable row level security;
create policy by_processes on lapse_notices to bollard_api, bollard_worker using (true) with check (true);
create policy lapses_of_system on lapse_notices to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, update on customer_discounts to bollard_billing;
alter table customer_discounts enable row level security;
create policy by_processes on customer_discounts to bollard_api, bollard_worker using (true) with check (true);
create policy discounts_of_system on customer_discounts to bollard_billing
  using (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())))
  with check (is_system() and (organization_id in (select current_organizations()) or solution_id in (select current_solutions())));

grant select, insert, update on refunds to bollard_billing;
alter table refunds enable row level security;
create policy by_processes on refunds to bollard_api, bollard_worker using (true) with check (true);
create policy refunds_of_system on refunds to bollard_billing
  using (is_system() and payment_id in (select id from billing.payments)) with check (is_system() and payment_id in (select id from billing.payments));

grant select, insert, update, delete on credit_note_requests to bollard_billing;
alter table credit_note_requests enable row level security;
create policy by_processes on credit_note_requests to bollard_api, bollard_worker using (true) with check (true);
create policy requests_of_system on credit_note_requests to bollard_billing
  using (is_system() and invoice_id in (select id from billing.invoices)) with check (is_system() and invoice_id in (select id from billing.invoices));

grant select, insert, update on refund_requests to bollard_billing;
alter table refund_requests enable row level security;
create policy by_processes on refund_requests to bollard_api, bollard_worker using (true) with check (true);
create policy refund_requests_of_system on refund_requests to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, update on plan_overrides to bollard_billing;
alter table plan_overrides enable row level security;
create policy by_processes on plan_overrides to bollard_api, bollard_worker using (true) with check (true);
create policy overrides_read on plan_overrides for select to bollard_billing using (solution_id in (select current_solutions()));
create policy overrides_write on plan_overrides to bollard_billing
  using (is_system() and solution_id in (select current_solutions())) with check (is_system() and solution_id in (select current_solutions()));

grant select, insert, delete on confirmed_emails to bollard_billing;
alter table confirmed_emails enable row level security;
create policy by_processes on confirmed_emails to bollard_api, bollard_worker using (true) with check (true);
create policy own_emails on confirmed_emails to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy emails_of_system on confirmed_emails for select to bollard_billing using (is_system());

grant select, insert, delete on email_confirmations to bollard_billing;
alter table email_confirmations enable row level security;
create policy by_processes on email_confirmations to bollard_api, bollard_worker using (true) with check (true);
create policy own_confirmations on email_confirmations to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());
create policy confirmations_of_system on email_confirmations to bollard_billing using (is_system());

grant select, insert, delete on departures to bollard_billing;
alter table departures enable row level security;
create policy by_processes on departures to bollard_api, bollard_worker using (true) with check (true);
create policy own_departure on departures to bollard_billing using (user_id = current_actor()) with check (user_id = current_actor());

grant select on vat_checks to bollard_billing;
alter table vat_checks enable row level security;
create policy by_processes on vat_checks to bollard_api, bollard_worker using (true) with check (true);
create policy own_checks on vat_checks for select to bollard_billing using (holder_kind = 'ACCOUNT' and holder_id = current_actor());

select audit.let_in('bollard_billing', 'billing.may_audit'::regproc);
