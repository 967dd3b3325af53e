import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

export interface Copied {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies every row and every sequence of the schemas to another database, whatever its major version, in one transaction there and as of one
 * moment here. The same migrations must have run on both, and both belong to who asks. What the migrations have put into the other one is
 * replaced. Foreign keys are checked once all rows are there; triggers don't run, for what they did is copied.
 * @throws when the two differ in tables or columns, or a row breaks a constraint there; then the other database is as it was
 */
export async function copyDatabase(one: string, other: string, schemas: readonly string[]): Promise<Copied> {
  // Without a limit of time: a large table takes long, and what node-postgres sets for a stream would keep the process from ending.
  const [source, target] = [connectTo(one), connectTo(other)]
  const clients = [source, target]
  try {
    for (const client of clients) {
      client.on('error', () => undefined)
      await client.connect()
      await client.query(
        `set timezone to 'UTC'; set datestyle to iso; set intervalstyle to postgres; set statement_timeout to 0`,
      )
    }
    await source.query('begin isolation level repeatable read read only')
    await target.query('begin')
    const copied = await copyAll(source, target, schemas)
    await target.query('commit')
    return copied
  } finally {
    // What is not committed by now is rolled back.
    for (const client of clients) await client.end().catch(() => undefined)
  }
}

const connectTo = (connectionString: string): Client =>
  new Client({ connectionString, application_name: 'bollard copy', keepAlive: true })

async function copyAll(source: Client, target: Client, schemas: readonly string[]): Promise<Copied> {
  await makePartitions(source, target, schemas)
  const tables = await tablesOf(source, schemas)
  requireSame(tables, await tablesOf(target, schemas))
  const names = tables.map(({ name }) => name)
  const { rows: keys } = await target.query<ForeignKey>(foreignKeysSql, [schemas])
  for (const { table, name } of keys) await target.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await target.query(`alter table ${name} disable trigger user`)
  if (names.length > 0) await target.query(`truncate ${names.join(', ')}`)
  let rows = 0
  for (const { name, columns } of tables) {
    const reading = source.query(copyTo(`copy ${name} (${columns}) to stdout`))
    const writing = target.query(copyFrom(`copy ${name} (${columns}) from stdin`))
    await pipeline(reading, writing)
    if (reading.rowCount !== writing.rowCount)
      throw new Error(`${name} has ${reading.rowCount} rows, of which ${writing.rowCount} were written`)
    rows += writing.rowCount
  }
  const { rows: sequences } = await source.query<Sequence>(sequencesSql, [schemas])
  for (const { name, last } of sequences) await target.query('select setval($1::text::regclass, $2)', [name, last])
  for (const name of names) await target.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of keys)
    await target.query(`alter table ${table} add constraint ${name} ${definition}`)
  return { tables: tables.length, rows }
}

/** Those that were made since the migrations, such as a day's. */
async function makePartitions(source: Client, target: Client, schemas: readonly string[]): Promise<void> {
  const { rows: known } = await target.query<Partition>(partitionsSql, [schemas])
  const there = new Set(known.map(({ name }) => name))
  const { rows: wanted } = await source.query<Partition>(partitionsSql, [schemas])
  for (const { name, parent, bound } of wanted)
    if (!there.has(name)) await target.query(`create table ${name} partition of ${parent} ${bound}`)
}

function requireSame(tables: readonly Table[], others: readonly Table[]): void {
  const textOf = ({ name, columns }: Table) => `${name} (${columns.split(', ').toSorted().join(', ')})`
  const [here, there] = [new Set(tables.map(textOf)), new Set(others.map(textOf))]
  const differing = [...here].filter((text) => !there.has(text)).concat([...there].filter((text) => !here.has(text)))
  if (differing.length > 0) throw new Error(`The databases differ: ${differing.slice(0, 4).join('; ')}`)
}

interface Table {
  readonly name: string
  readonly columns: string
}
interface Partition {
  readonly name: string
  readonly parent: string
  readonly bound: string
}
interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}
interface Sequence {
  readonly name: string
  readonly last: string
}

async function tablesOf(client: Client, schemas: readonly string[]): Promise<Table[]> {
  return (await client.query<Table>(tablesSql, [schemas])).rows
}

/** With the columns that aren't computed. Which migrations ran is known on either side. */
const tablesSql = `select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname = any($1::text[]) and c.relname not in ('migrations', 'current_files') order by 1`
const partitionsSql = `select format('%I.%I', n.nspname, c.relname) as name, i.inhparent::regclass::text as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
  where c.relispartition and c.relkind = 'r' and n.nspname = any($1::text[]) order by 1`
/** Of a table that has partitions, its own: theirs follow it. */
const foreignKeysSql = `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1::text[]) order by 1, 2`
const sequencesSql = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
  from pg_sequences where schemaname = any($1::text[]) and last_value is not null order by 1`
