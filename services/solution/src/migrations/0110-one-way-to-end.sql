-- What is cancelled ends with its period, and is kept for 30 days from then on: there is no other way to end later.
alter table solutions drop column delete_at_end;
