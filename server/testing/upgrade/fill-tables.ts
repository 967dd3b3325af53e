import type { Database } from '@bollard/database'

interface Column {
  readonly path: string
  readonly name: string
  readonly type: string
  readonly checks: readonly string[]
}

/**
 * Puts a row into every table whose checks can be met by a value of each column's type, past references and triggers. Answers the
 * tables that it left empty. Rows of another `owner` than the first have other numbers, ids and texts where no check names them.
 */
export async function fillTables(db: Database, schemas: readonly string[], owner = 1): Promise<string[]> {
  const { rows: columns } = await db.pool.query<Column>(columnsSql, [schemas])
  const left: string[] = []
  for (const [path, own] of Object.entries(Object.groupBy(columns, ({ path: of }) => of))) {
    const names = (own ?? []).map(({ name }) => `"${name}"`).join(', ')
    const values = (own ?? []).map((column) => `${valueOf(column, owner)}::${column.type}`).join(', ')
    const client = await db.pool.connect()
    try {
      await client.query(`set session_replication_role = replica`)
      await client.query(`insert into ${path} (${names}) overriding system value values (${values})`)
    } catch {
      left.push(path)
    } finally {
      client.release(true)
    }
  }
  return left
}

/** A literal: one that a check names where there is one, else one that says which column it is of. */
function valueOf({ name, type, checks }: Column, owner: number): string {
  const named = checks.map((check) => /'([A-Za-z_-]+)'::text/u.exec(check)?.[1]).find((one) => one !== undefined)
  // A number that is 0 or 1 stands for a word.
  if (checks.some((check) => check.includes('ARRAY[0, 1]'))) return `'1'`
  if (type === 'text') return `'${named ?? (owner === 1 ? name : `${name} ${owner}`)}'`
  if (type === 'uuid') return `'00000000-0000-4000-8000-${String(owner).padStart(12, '0')}'`
  if (type.startsWith('timestamp') || type === 'date') return `'2026-03-01T00:00:00Z'`
  if (type === 'jsonb') return `'{"of": "${name}"}'`
  if (type === 'bytea') return `'\\x010${owner + 1}'`
  if (type === 'cidr') return `'192.0.2.0/24'`
  if (type === 'boolean') return `'true'`
  return type.endsWith('[]') ? `'{}'` : `'${owner}'`
}

const columnsSql = `select format('%I.%I', n.nspname, c.relname) as path, attname::text as name, format_type(atttypid, atttypmod) as type,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)) as checks
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = any ($1::text[]) and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
    and relname not in ('migrations', 'current_files') order by 1, attnum`
