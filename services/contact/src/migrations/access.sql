-- Who may do what. Nobody but its owner may use the schema otherwise.
--
-- bollard_contact  a signed-in person's call, bound to that person by row-level security: see `current_person`
-- bollard_api      operators' calls, counts of the documentation, demos, and the keys of repeated calls
-- bollard_worker   deletes what is too old, and what belongs to deleted accounts; reminds visitors of demos

grant usage on schema contact to bollard_contact, bollard_api, bollard_worker;
grant select, insert on enquiries to bollard_contact;
grant select on replies to bollard_contact;
grant select on enquiries, replies to bollard_api;
grant insert, update (state), delete on enquiries to bollard_api;
grant insert on replies to bollard_api;
grant select (id, created_at), delete on enquiries to bollard_worker;
grant select, insert, update, delete on repeated_calls to bollard_api;
grant select (created_at), delete on repeated_calls to bollard_worker;
grant select (caller, key_hash, holder, status), update (status, answer) on repeated_calls to bollard_contact;
grant select, insert, update on page_answers, missed_searches to bollard_api;
grant select (day), delete on page_answers, missed_searches to bollard_worker;
grant select, insert, update on demo_availability to bollard_api;
grant select, insert, update, delete on demo_bookings to bollard_api;
grant select, update (day_reminder_at, hour_reminder_at), delete on demo_bookings to bollard_worker;
grant select, insert on demo_files to bollard_api;
grant select on demo_files to bollard_worker;
grant execute on function current_person to bollard_contact;

alter table enquiries enable row level security;
create policy own on enquiries to bollard_contact using (user_id = current_person()) with check (user_id = current_person());
create policy every_enquiry on enquiries to bollard_api, bollard_worker using (true) with check (true);
alter table replies enable row level security;
create policy to_own on replies to bollard_contact using (exists (select from contact.enquiries e where e.id = enquiry_id));
create policy every_reply on replies to bollard_api using (true) with check (true);
alter table page_answers enable row level security;
create policy every_answer on page_answers to bollard_api, bollard_worker using (true) with check (true);
alter table missed_searches enable row level security;
create policy every_search on missed_searches to bollard_api, bollard_worker using (true) with check (true);
alter table repeated_calls enable row level security;
create policy own_calls on repeated_calls to bollard_contact
  using (caller = contact.current_person()::text) with check (caller = contact.current_person()::text);
create policy every_call on repeated_calls to bollard_api, bollard_worker using (true) with check (true);
alter table demo_availability enable row level security;
create policy every_availability on demo_availability to bollard_api using (true) with check (true);
alter table demo_bookings enable row level security;
create policy every_booking on demo_bookings to bollard_api, bollard_worker using (true) with check (true);
alter table demo_files enable row level security;
create policy every_file on demo_files to bollard_api, bollard_worker using (true) with check (true);
