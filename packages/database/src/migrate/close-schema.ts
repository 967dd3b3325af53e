/**
 * Takes every right on a schema from everyone but its owner, and every policy from its tables. `access.sql` runs right after, in the
 * same transaction, so that file alone says who may do what: a line that was deleted from it stops counting.
 */
export const closeSchemaSql = (schema: string): string => `do $$
declare
  it record;
begin
  for it in select policyname, tablename from pg_policies where schemaname = '${schema}' loop
    execute format('drop policy %I on ${schema}.%I', it.policyname, it.tablename);
  end loop;
  for it in select relname from pg_class where relnamespace = '${schema}'::regnamespace and relrowsecurity loop
    execute format('alter table ${schema}.%I disable row level security', it.relname);
  end loop;
  for it in
    select distinct case grantee when 0 then 'public' else quote_ident(grantee::regrole::text) end as role from (
      select (aclexplode(nspacl)).grantee, nspowner as owner from pg_namespace where nspname = '${schema}'
      union all select (aclexplode(relacl)).grantee, relowner from pg_class where relnamespace = '${schema}'::regnamespace
      union all select (aclexplode(attacl)).grantee, relowner from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace = '${schema}'::regnamespace
      union all select (aclexplode(proacl)).grantee, proowner from pg_proc where pronamespace = '${schema}'::regnamespace
    ) granted where grantee <> owner
  loop
    execute 'revoke all on schema ${schema} from ' || it.role;
    execute 'revoke all on all tables in schema ${schema} from ' || it.role;
    execute 'revoke all on all sequences in schema ${schema} from ' || it.role;
    execute 'revoke all on all functions in schema ${schema} from ' || it.role;
  end loop;
  -- PostgreSQL lets everyone execute a new function.
  revoke execute on all functions in schema ${schema} from public;
end $$`
