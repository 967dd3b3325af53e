-- What ran in which schema, by the records that "migrate" keeps in each. No role may read those itself.
create or replace function list_migrations() returns table (schema text, name text, applied_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog as $$
declare
  one text;
begin
  for one in
    select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'current_files' and c.relkind = 'r' and pg_get_userbyid(c.relowner) = current_user order by n.nspname
  loop
    return query execute format('select %L::text, m.name, m.applied_at from %I.migrations m order by m.number', one, one);
  end loop;
end $$;
