import type { Queries } from '@bollard/database'

/** Everything about the schemas of a database that its data is not, a line for each thing, sorted: two that are alike say the same. */
export async function describeCatalog(db: Queries, schemas: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ line: string }>('describe-catalog', catalogSql, [schemas])
  return rows.map(({ line }) => line).toSorted()
}

const catalogSql = `with relations as (
    select c.*, n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1::text[])
  ), routines as (
    select p.*, n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as path
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1::text[])
  )
  select format('relation %s kind=%s persistence=%s options=%s rls=%s/%s partition=%s %s', path, relkind, relpersistence, reloptions, relrowsecurity,
      relforcerowsecurity, pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid)) as line from relations where relkind <> 'i'
  union all
  -- The order of columns counts, the gaps that dropped ones leave do not.
  select format('column %s %s place=%s type=%s notnull=%s identity=%s generated=%s storage=%s statistics=%s collation=%s default=%s', path, attname,
      row_number() over (partition by r.oid order by attnum), format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage,
      coalesce(attstattarget, -1), attcollation, pg_get_expr(adbin, adrelid))
    from relations r join pg_attribute a on a.attrelid = r.oid left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p')
  union all
  select format('constraint %s %s %s', path, case contype when 'n' then '' else conname end, pg_get_constraintdef(k.oid))
    from relations r join pg_constraint k on k.conrelid = r.oid
  union all
  select format('index %s', pg_get_indexdef(oid)) from relations where relkind in ('i', 'I')
  union all
  select format('function %s owner-rights=%s settings=%s %s', path, prosecdef, proconfig, pg_get_functiondef(oid)) from routines
  union all
  select format('trigger %s', pg_get_triggerdef(t.oid)) from relations r join pg_trigger t on t.tgrelid = r.oid where not tgisinternal
  union all
  select format('policy %s.%s %s %s %s for %s using %s check %s', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check)
    from pg_policies where schemaname = any ($1::text[])
  union all
  select format('grant on schema %s to %s: %s', nspname, grantee::regrole, privilege_type) from pg_namespace cross join aclexplode(nspacl)
    where nspname = any ($1::text[]) and grantee <> nspowner
  union all
  select format('grant on %s to %s: %s', path, grantee::regrole, privilege_type) from relations cross join aclexplode(relacl)
    where grantee <> relowner
  union all
  select format('grant on %s.%s to %s: %s', path, attname, grantee::regrole, privilege_type)
    from relations r join pg_attribute a on a.attrelid = r.oid cross join aclexplode(attacl)
  union all
  select format('grant on %s to %s: %s', path, case grantee when 0 then 'public' else grantee::regrole::text end, privilege_type)
    from routines cross join aclexplode(coalesce(proacl, acldefault('f', proowner)))
    where grantee <> proowner`
