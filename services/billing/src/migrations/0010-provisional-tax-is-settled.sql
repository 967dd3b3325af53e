-- When the tax of an invoice that VIES had no answer for was settled: corrected, or left as it is.
alter table invoices add column tax_settled_at timestamptz;
create index invoices_provisional on invoices (id) where provisional_tax and tax_settled_at is null;

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
revoke execute on function keep_invoice from public;
