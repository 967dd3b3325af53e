-- The audit log and the outbox let in only whom they know.
grant usage on schema audit to bollard_billing;
grant execute on function audit.append(jsonb) to bollard_billing;
do $$
begin
  -- Without an outbox of ours, mails go another way.
  if to_regprocedure('mail.enqueue(jsonb)') is not null then
    grant usage on schema mail to bollard_billing;
    grant execute on function mail.enqueue(jsonb) to bollard_billing;
  end if;
end $$;
