-- Roles that a service takes on put mails into the outbox in their own transactions, and can do nothing else with it.
grant usage on schema mail to bollard_solution, bollard_billing, bollard_identity, bollard_captcha, bollard_contact, bollard_monitoring, bollard_protection,
  bollard_api, bollard_worker;
grant execute on function enqueue to bollard_solution, bollard_billing, bollard_identity, bollard_captcha, bollard_contact, bollard_monitoring, bollard_protection,
  bollard_api, bollard_worker;

-- Sending, the mailbox of a machine without a mail server, and what a person's export tells of their mails.
grant select, insert, update, delete on mails, outbox, bounces to bollard_api, bollard_worker;
