import type { Queries } from '@bollard/database'

export interface Column {
  /** `billing.invoices.state`. */
  readonly path: string
  readonly notNull: boolean
  /** What a check allows: `state in ('OPEN', 'PAID')`. */
  readonly oneOf: readonly string[] | undefined
}

export interface Procedure {
  /** `count`, or `captcha.log_week` where it isn't PostgreSQL's own. */
  readonly name: string
  /** Answers null when any argument is null, without looking at the others. */
  readonly strict: boolean
  /** Takes JSON or a range, in which there may be nothing. */
  readonly looksInto: boolean
  /** Of a function in SQL: its statements, as PostgreSQL has understood them. */
  readonly body: string | null
}

/** What the database knows of its tables and functions. */
export interface Catalogue {
  /** By the table's oid and the column's number. */
  column(table: number, number: number): Column | undefined
  procedure(oid: number): Procedure
  readonly columns: readonly Column[]
}

export async function readCatalogue(db: Queries): Promise<Catalogue> {
  const columns = await db.query<Column & { table: string; number: number; checks: string[] }>('', columnsSql)
  const procedures = await db.query<Procedure & { oid: string }>('', proceduresSql)
  const byNumber = new Map(
    columns.map(({ table, number, path, notNull, checks }): [string, Column] => [
      `${table} ${number}`,
      { path, notNull, oneOf: checks.map(readChoice).find((choice) => choice !== undefined) },
    ]),
  )
  const byOid = new Map(procedures.map(({ oid, ...procedure }) => [Number(oid), procedure]))
  return {
    column: (table, number) => byNumber.get(`${table} ${number}`),
    procedure: (oid) => byOid.get(oid) ?? { name: '', strict: false, looksInto: false, body: null },
    columns: [...byNumber.values()],
  }
}

/** `CHECK ((state = ANY (ARRAY['OPEN'::text, 'PAID'::text])))` or `CHECK ((state = 'OPEN'::text))`, and nothing else. */
function readChoice(definition: string): readonly string[] | undefined {
  const [, list] =
    /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[\w./-]+'::text(?:, )?)+)\]\)\)\)$/u.exec(definition) ??
    /^CHECK \(\(\w+ = ('[\w./-]+'::text)\)\)$/u.exec(definition) ??
    []
  return list?.split(', ').map((one) => one.slice(1, one.lastIndexOf("'")))
}

const columnsSql = `
select a.attrelid::text as table, a.attnum as number, n.nspname || '.' || t.relname || '.' || a.attname as path, a.attnotnull as "notNull",
  array(select pg_get_constraintdef(c.oid) from pg_constraint c
    where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as checks
from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
where a.attnum > 0 and not a.attisdropped and t.relkind in ('r', 'p', 'v') order by path`

const proceduresSql = `
select p.oid::text, case n.nspname when 'pg_catalog' then p.proname else n.nspname || '.' || p.proname end as name, p.proisstrict as strict,
  p.proargtypes::oid[] && array['json', 'jsonb', 'anyrange', 'anymultirange']::regtype[]::oid[] as "looksInto", p.prosqlbody::text as body
from pg_proc p join pg_namespace n on n.oid = p.pronamespace`
