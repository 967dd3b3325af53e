-- What visitors of the website write, who have no account: their name and address stand in the enquiry itself.
alter table enquiries alter column user_id drop not null;
alter table enquiries
  add column name text,
  add column email text,
  add column organization text,
  add column language text,
  add constraint enquiries_writer check ((user_id is null) = (email is not null and name is not null and language is not null));
alter table enquiries drop constraint enquiries_topic_check;
alter table enquiries add constraint enquiries_topic_check
  check (topic in ('TECHNICAL', 'BLOCKED_VISITOR', 'BILLING', 'ACCOUNT', 'PRIVACY', 'SALES', 'DEMO', 'OTHER'));
