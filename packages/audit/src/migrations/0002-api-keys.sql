-- A customer's server that calls with an API key acts in the name of that key, not of whoever made it.
alter table entries drop constraint entries_actor_kind_check;
alter table entries add constraint entries_actor_kind_check check (actor_kind in ('USER', 'API_KEY', 'OPERATOR', 'SYSTEM'));
