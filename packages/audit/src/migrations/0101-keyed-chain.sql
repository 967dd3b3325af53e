-- Hashes of entries are made with a key that the database does not have. Chains from before get theirs at the first start, see
-- `sealChains`; a new chain is keyed from its first entry on.
alter table heads add column keyed boolean not null default false;
alter table heads alter column keyed set default true;
create index heads_to_seal on heads (scope, scope_id) where not keyed;
drop function if exists hash_of;
drop function if exists append(jsonb);
