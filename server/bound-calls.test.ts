import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { startTestDatabase } from '@bollard/testing'
import type { PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { schemas } from './migrate-every-schema.ts'
import { fillTables } from './testing/upgrade/fill-tables.ts'

const postgres = await startTestDatabase()
const opened: Database[] = []
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await postgres.stop()
})
function open(connectionString: string): Database {
  const db = openDatabase({ connectionString, max: 2, statementTimeoutMs: 60_000 })
  opened.push(db)
  return db
}

const names = schemas.map(({ schema }) => schema)
const connectionString = await postgres.createDatabase(...schemas)
const owner = open(connectionString).pool
const api = open(addressesOfRoles(connectionString, 'the server does not check').bollard_api).pool

const person = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
// Of everything one row that belongs to the first owner, and one that belongs to the second.
for (const n of [1, 2]) {
  await fillTables(open(connectionString), names, n)
  await owner.query(`set session_replication_role = replica;
    insert into captcha.log_chunks values (${n}, '2026-03-01', '2026-03-02', 1, '{1}');
    insert into captcha.alert_outbox (id, site_id, webhook_id, type, body, created_at, next_try_at)
      values ('${person(n)}', ${n}, '${person(n)}', 'ping', '', '2026-03-01', '2026-03-01');
    insert into audit.entries (id, scope, scope_id, number, at, actor_kind, actor_id, action, previous_hash, hash)
      overriding system value values (${100 + n}, 'ACCOUNT', '${person(n)}', 1, '2026-03-01', 'USER', '${person(n)}', 'a.b', '', '');
    insert into contact.enquiries (id, user_id, topic, message, created_at)
      values ('${person(n)}', '${person(n)}', 'OTHER', 'message', '2026-03-01');
    update contact.repeated_calls set caller = '${person(n)}' where caller = '${n === 1 ? 'caller' : `caller ${n}`}';
    reset session_replication_role`)
}

interface Bound {
  readonly role: string
  /** What a call of an owner is bound to. */
  readonly to: (n: number) => Readonly<Record<string, string>>
  /** Which column says whose a row is, where that is not the usual one. */
  readonly usual: string
  readonly columns: Readonly<Record<string, string>>
  readonly valueOf: (column: string, n: number) => string
  /** Rows of nobody in particular, which a call reads. */
  readonly common: readonly string[]
}

const roles: readonly Bound[] = [
  {
    role: 'bollard_captcha',
    to: (n) => ({ 'bollard.site': String(n), 'bollard.caller': n === 1 ? 'caller' : `caller ${n}` }),
    usual: 'site_id',
    columns: { 'captcha.sites': 'id', 'captcha.export_parts': 'export_id', 'captcha.repeated_calls': 'caller' },
    valueOf: (column, n) =>
      column === 'export_id' ? person(n) : column === 'caller' ? (n === 1 ? 'caller' : `caller ${n}`) : String(n),
    common: ['captcha.outages'],
  },
  {
    role: 'bollard_identity',
    to: (n) => ({ 'bollard.user': person(n) }),
    usual: 'user_id',
    columns: { 'identity.users': 'id', 'identity.passkey_challenges': 'registers', 'audit.entries': 'scope_id' },
    valueOf: (_, n) => person(n),
    common: [],
  },
  {
    role: 'bollard_contact',
    to: (n) => ({ 'bollard.user': person(n) }),
    usual: 'user_id',
    columns: { 'contact.replies': 'enquiry_id', 'contact.repeated_calls': 'caller' },
    valueOf: (_, n) => person(n),
    common: [],
  },
  {
    role: 'bollard_monitoring',
    to: (n) => ({ 'bollard.solution': person(n), 'bollard.caller': n === 1 ? 'caller' : `caller ${n}` }),
    usual: 'solution_id',
    columns: { 'monitoring.repeated_calls': 'caller' },
    valueOf: (column, n) => (column === 'caller' ? (n === 1 ? 'caller' : `caller ${n}`) : person(n)),
    common: ['monitoring.places'],
  },
  {
    role: 'bollard_protection',
    to: (n) => ({ 'bollard.solution': person(n), 'bollard.caller': n === 1 ? 'caller' : `caller ${n}` }),
    usual: 'solution_id',
    columns: { 'protection.repeated_calls': 'caller' },
    valueOf: (column, n) => (column === 'caller' ? (n === 1 ? 'caller' : `caller ${n}`) : person(n)),
    common: [],
  },
]

interface Right {
  readonly path: string
  readonly readable: readonly string[]
  readonly writable: readonly string[]
  readonly inserts: boolean
  readonly deletes: boolean
}

/** Every table of any schema that a role may do anything with. */
async function rightsOf(role: string): Promise<Right[]> {
  const { rows } = await owner.query<Right>(
    `select format('%s.%s', n.nspname, c.relname) as path, has_table_privilege($1, c.oid, 'insert') as inserts,
       has_table_privilege($1, c.oid, 'delete') as deletes,
       array(select attname::text from pg_attribute a where attrelid = c.oid and attnum > 0 and not attisdropped
         and has_column_privilege($1, c.oid, attnum, 'select') order by attnum) as readable,
       array(select attname::text from pg_attribute a where attrelid = c.oid and attnum > 0 and not attisdropped and attidentity = ''
         and has_column_privilege($1, c.oid, attnum, 'update') order by attnum) as writable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($2::text[]) and c.relkind in ('r', 'p', 'v', 'm') and (has_any_column_privilege($1, c.oid, 'select, insert, update')
       or has_table_privilege($1, c.oid, 'delete')) order by 1`,
    [role, names],
  )
  return rows
}

/** In a transaction of a process that has taken on the role, and that is undone. */
async function as<T>(role: string, to: Readonly<Record<string, string>>, work: (client: PoolClient) => Promise<T>) {
  const client = await api.connect()
  try {
    await client.query('begin')
    for (const [name, value] of [...Object.entries(to), ['role', role]])
      await client.query('select set_config($1, $2, true)', [name, value])
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const cases: [string, Bound, Right][] = []
for (const bound of roles)
  for (const right of await rightsOf(bound.role))
    if (!bound.common.includes(right.path)) cases.push([`${bound.role} ${right.path}`, bound, right])
const columnOf = ({ columns, usual }: Bound, { path }: Right) => columns[path] ?? usual
const ownRows = async (bound: Bound, right: Right, n: number) =>
  (
    await owner.query<{ row: object }>(
      `select to_jsonb(t) as row from ${right.path} t where ${columnOf(bound, right)}::text = $1`,
      [bound.valueOf(columnOf(bound, right), n)],
    )
  ).rows.map(({ row }) => row)
const pick = (row: object, columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)))

test('there are as many tables as calls of owners and of people use', () => {
  const count = (role: string) => cases.filter(([, bound]) => bound.role === role).length
  expect(roles.map(({ role }) => count(role))).toEqual([29, 23, 3, 35, 26])
})

test.for(cases)(
  '%s: a statement without a condition reads and changes rows of its own call alone',
  async ([, bound, right]) => {
    const { path, readable, writable, deletes } = right
    const own = await ownRows(bound, right, 1)
    expect([own.length > 0, (await ownRows(bound, right, 2)).length > 0]).toEqual([true, true])
    await as(bound.role, bound.to(1), async (client) => {
      const seen = `select to_jsonb(t) as row from (select ${readable.join(', ')} from ${path}) t`
      const { rows } = await client.query<{ row: object }>(seen)
      expect(rows.map(({ row }) => row)).toEqual(own.map((row) => pick(row, readable)))
      const [column] = writable.filter((one) => readable.includes(one))
      if (writable.length > 0)
        expect((await client.query(`update ${path} set ${column} = ${column}`)).rowCount).toBe(own.length)
      if (deletes) expect((await client.query(`delete from ${path}`)).rowCount).toBe(own.length)
    })
  },
)

test.for(cases)('%s: a call that is bound to nobody sees nothing', async ([, bound, { path, readable, deletes }]) => {
  for (const to of [{}, Object.fromEntries(Object.keys(bound.to(1)).map((name) => [name, '']))])
    await as(bound.role, to, async (client) => {
      expect((await client.query(`select ${readable.join(', ')} from ${path}`)).rows).toEqual([])
      if (deletes) expect((await client.query(`delete from ${path}`)).rowCount).toBe(0)
    })
})

test.for(cases)('%s: rows of others are neither found, written nor given away', async ([, bound, right]) => {
  const { path, readable, writable, inserts, deletes } = right
  const column = columnOf(bound, right)
  const [theirs] = await ownRows(bound, right, 2)
  const [mine, their] = [1, 2].map((n) => `'${bound.valueOf(column, n)}'`)
  const refused = (statement: string, values: unknown[] = []) =>
    as(bound.role, bound.to(1), async (client) =>
      expect(client.query(statement, values), statement).rejects.toMatchObject({
        // No right to it, not a row of the call, or a number that nobody writes.
        code: expect.stringMatching(/^42501$|^428C9$/u),
      }),
    )
  if (readable.includes(column))
    await as(bound.role, bound.to(1), async (client) => {
      expect((await client.query(`select 1 from ${path} where ${column} = ${their}`)).rows).toEqual([])
      const [changed] = writable.filter((one) => readable.includes(one))
      if (changed !== undefined)
        expect(
          (await client.query(`update ${path} set ${changed} = ${changed} where ${column} = ${their}`)).rowCount,
        ).toBe(0)
      if (deletes) expect((await client.query(`delete from ${path} where ${column} = ${their}`)).rowCount).toBe(0)
    })
  await refused(
    `update ${path} set ${column} = ${their}${readable.includes(column) ? ` where ${column} = ${mine}` : ''}`,
  )
  await refused(`insert into ${path} overriding system value select (jsonb_populate_record(null::${path}, $1)).*`, [
    JSON.stringify(theirs),
  ])
  if (!inserts)
    await refused(`insert into ${path} overriding system value select (jsonb_populate_record(null::${path}, $1)).*`, [
      JSON.stringify((await ownRows(bound, right, 1))[0]),
    ])
})
