-- An invoice may be taken back in parts: so much of it has been, and a credit note says of which lines, net and with their sign.
alter table invoices add column credited_minor bigint not null default 0;
alter table invoices add column credited_net_minor bigint not null default 0;
alter table invoices add column credited_lines jsonb;
drop index invoices_credit;
create index invoices_credit on invoices (corrects) where corrects is not null;

create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  free constant text[] := array['status', 'paid_minor', 'paid_at', 'paid_told', 'void_wanted', 'tries', 'next_try_at', 'dunning_since', 'dunning_step', 'noticed_at',
    'lock_wanted_at', 'locked_at', 'updated_at', 'credited_minor', 'credited_net_minor'];
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
revoke execute on function keep_invoice from public;

-- Until now there were credit notes for whole invoices alone.
update invoices i set credited_minor = gross_minor, credited_net_minor = net_minor
  where kind = 'INVOICE' and exists (select from invoices c where c.corrects = i.id and c.status <> 'DRAFT');
alter table invoices add constraint invoices_credited_check check (credited_minor between 0 and coalesce(gross_minor, 0));

-- Money that goes back through the payment provider, each amount asked for under a key of its own.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments on delete restrict,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  asked_at timestamptz
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_to_ask on refunds (id) where asked_at is null;
insert into refunds select id, id, amount_minor, refund_asked_at, refund_asked_at from payments where refund_asked_at is not null;
alter table payments drop column refund_asked_at;

-- Credit notes by which much money goes back: who asked for one first. Another administrator asks for the same.
create table credit_note_requests (
  invoice_id uuid not null references invoices on delete cascade,
  asked_by text not null,
  input jsonb not null,
  asked_at timestamptz not null,
  primary key (invoice_id, asked_by)
);

grant select, insert, update on refunds to bollard_billing;
grant select, insert, update, delete on credit_note_requests to bollard_billing;
alter table refunds enable row level security;
alter table credit_note_requests enable row level security;
create policy refunds_of_system on refunds to bollard_billing
  using (is_system() and payment_id in (select id from billing.payments)) with check (is_system() and payment_id in (select id from billing.payments));
create policy requests_of_system on credit_note_requests to bollard_billing
  using (is_system() and invoice_id in (select id from billing.invoices)) with check (is_system() and invoice_id in (select id from billing.invoices));
