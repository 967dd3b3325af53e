import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { MigrationChangedError, SchemaTooNewError } from './migration-errors.ts'
import { planMigrations } from './plan-migrations.ts'
import { openDatabase, type Database } from '../open-database.ts'

let folder: string
let server: TestDatabase
let connectionString: string
let db: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bollard-migrate-'))
  server = await startTestDatabase()
  connectionString = await server.createDatabase()
  db = openDatabase({ connectionString })
})

afterAll(async () => {
  await db.close()
  await server.stop()
  await rm(folder, { recursive: true })
})

async function migrations(name: string, files: Record<string, string>): Promise<URL> {
  const directory = join(folder, name)
  await mkdir(directory, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(directory, file), text)
  return pathToFileURL(directory)
}

const applied = async (schema: string) =>
  (await db.query<{ name: string }>(`applied-${schema}`, `select name from ${schema}.migrations order by number`)).map(
    (row) => row.name,
  )

test('migrations run in order of their number, once, inside the schema of their service', async () => {
  const directory = await migrations('ordered', {
    '0002-second.sql': 'insert into things values (2); create table more (id int);',
    '0001-first.sql': 'create table things (id int); insert into things values (1);',
  })
  await migrate(db, { schema: 'ordered', directory })
  await migrate(db, { schema: 'ordered', directory })
  expect(await db.query('things', 'select id from ordered.things order by id')).toEqual([{ id: 1 }, { id: 2 }])
  expect(await applied('ordered')).toEqual(['0001-first.sql', '0002-second.sql'])
})

test('a failing migration leaves nothing behind and names itself', async () => {
  const directory = await migrations('failing', {
    '0001-good.sql': 'create table kept (id int);',
    '0002-bad.sql': 'create table lost (id int); select nonsense;',
  })
  await expect(migrate(db, { schema: 'failing', directory })).rejects.toThrow('failing/0002-bad.sql')
  expect(await applied('failing')).toEqual(['0001-good.sql'])
  expect(await db.query('lost', `select to_regclass('failing.lost') as found`)).toEqual([{ found: null }])
})

test('a database of a newer version is refused', async () => {
  await migrate(db, {
    schema: 'newer',
    directory: await migrations('newer', { '0001-a.sql': 'select 1', '0002-b.sql': 'select 1' }),
  })
  const older = await migrations('older', { '0001-a.sql': 'select 1' })
  const refusal = await migrate(db, { schema: 'newer', directory: older }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SchemaTooNewError)
  expect(refusal).toMatchObject({ schema: 'newer', newest: 2 })
})

test('a migration that was changed after it had been applied is refused, and nothing is applied', async () => {
  const directory = await migrations('changed', { '0001-a.sql': 'create table changed (id int);' })
  await migrate(db, { schema: 'changed', directory })
  await migrations('changed', { '0001-a.sql': 'create table changed (id bigint);', '0002-b.sql': 'select 1' })
  const refusal = await migrate(db, { schema: 'changed', directory }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(MigrationChangedError)
  expect(refusal).toMatchObject({ schema: 'changed', file: '0001-a.sql' })
  expect(await applied('changed')).toEqual(['0001-a.sql'])
})

test('other line ends are no change, and what was applied without a checksum gets one', async () => {
  const directory = await migrations('ends', { '0001-a.sql': 'create table ends (\n  id int\n);' })
  await migrate(db, { schema: 'ends', directory })
  await migrations('ends', { '0001-a.sql': 'create table ends (\r\n  id int\r\n);' })
  await migrate(db, { schema: 'ends', directory })
  await db.query('forget', 'update ends.migrations set checksum = null')
  await migrate(db, { schema: 'ends', directory })
  expect(await db.query('checksums', 'select number from ends.migrations where length(checksum) = 43')).toHaveLength(1)
})

test('programs that start together migrate once', async () => {
  const directory = await migrations('together', {
    '0001-slow.sql': 'create table once (id int); select pg_sleep(0.1); insert into once values (1);',
  })
  const others = await Promise.all([1, 2, 3, 4].map(async () => openDatabase({ connectionString, max: 1 })))
  await Promise.all(others.map((other) => migrate(other, { schema: 'together', directory })))
  await Promise.all(others.map((other) => other.close()))
  expect(await db.query('once', 'select id from together.once')).toEqual([{ id: 1 }])
})

test('files with a wrong name or the same number are refused', async () => {
  await expect(
    migrate(db, { schema: 'names', directory: await migrations('names', { 'first.sql': 'select 1' }) }),
  ).rejects.toThrow('NNNN-name.sql')
  const twice = await migrations('twice', { '0001-a.sql': 'select 1', '0001-b.sql': 'select 1' })
  await expect(migrate(db, { schema: 'twice', directory: twice })).rejects.toThrow('number 1')
})

test('a transaction that fails is rolled back and its connection stays usable', async () => {
  await db.query('rolled', 'create table if not exists public.rolled (id int)')
  const failing = db.transaction(async (tx) => {
    await tx.query('insert-rolled', 'insert into public.rolled values (1)')
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(
    await db.transaction((tx) => tx.query('count-rolled', 'select count(*)::int as n from public.rolled')),
  ).toEqual([{ n: 0 }])
})

test('functions and rights are edited in place: what they say last holds, and what they no longer say does not', async () => {
  const files = {
    '0001-a.sql': 'create table things (id int); create table others (id int);',
    'functions.sql': 'create or replace function answer() returns int language sql return 41;',
    'access.sql': 'grant usage on schema edited to bollard_edge; grant select on things, others to bollard_edge;',
  }
  const directory = await migrations('edited', files)
  expect(await migrate(db, { schema: 'edited', directory })).toEqual(['0001-a.sql'])
  const state = `select edited.answer(), has_table_privilege('bollard_edge', 'edited.things', 'select') as things,
    has_table_privilege('bollard_edge', 'edited.others', 'select') as others,
    has_function_privilege('bollard_edge', 'edited.answer()', 'execute') as execute`
  expect((await db.pool.query(state)).rows).toEqual([{ answer: 41, things: true, others: true, execute: false }])
  await migrations('edited', {
    'functions.sql': 'create or replace function answer() returns int language sql return 42;',
    'access.sql': `grant usage on schema edited to bollard_edge; grant select on things to bollard_edge;
      alter table things enable row level security; create policy all_things on things to bollard_edge using (true);`,
  })
  expect(await migrate(db, { schema: 'edited', directory })).toEqual([])
  expect((await db.pool.query(state)).rows).toEqual([{ answer: 42, things: true, others: false, execute: false }])
  await migrations('edited', { 'access.sql': 'grant usage on schema edited to bollard_edge;' })
  await migrate(db, { schema: 'edited', directory })
  expect((await db.pool.query(state)).rows).toEqual([{ answer: 42, things: false, others: false, execute: false }])
  const left = `select (select count(*)::int from pg_policies where schemaname = 'edited') as policies,
    (select count(*)::int from pg_class where relnamespace = 'edited'::regnamespace and relrowsecurity) as bound`
  expect((await db.pool.query(left)).rows).toEqual([{ policies: 0, bound: 0 }])
})

test('what a numbered migration drops of the functions comes back, though their file is as it was', async () => {
  const directory = await migrations('dropping', {
    '0001-a.sql': 'create table things (id int);',
    'functions.sql':
      'create or replace function count_things() returns bigint language sql return (select count(*) from dropping.things);',
  })
  await migrate(db, { schema: 'dropping', directory })
  await migrations('dropping', { '0002-b.sql': 'drop table things cascade; create table things (id int);' })
  await migrate(db, { schema: 'dropping', directory })
  expect((await db.pool.query('select dropping.count_things()')).rows).toEqual([{ count_things: '0' }])
})

test('rights that cannot be given leave everything as it was', async () => {
  const directory = await migrations('unfit', { '0001-a.sql': 'create table things (id int);', 'access.sql': '' })
  await migrate(db, { schema: 'unfit', directory })
  await migrations('unfit', {
    'functions.sql': 'create or replace function one() returns int language sql return 1;',
    'access.sql': 'grant select on nothing to bollard_edge',
  })
  await expect(migrate(db, { schema: 'unfit', directory })).rejects.toThrow('unfit/functions.sql or unfit/access.sql')
  expect((await db.pool.query(`select to_regprocedure('unfit.one()') as found`)).rows).toEqual([{ found: null }])
})

test('a change of a table in use lets calls pass while it waits, and is made once the table is free', async () => {
  await migrate(db, {
    schema: 'busy',
    directory: await migrations('busy', { '0001-a.sql': 'create table things (id int);' }),
  })
  const directory = await migrations('busy', { '0002-b.sql': 'alter table things add column more int;' })
  const [reader, caller] = [await db.pool.connect(), await db.pool.connect()]
  await reader.query('begin; select from busy.things')
  const migrating = migrate(db, { schema: 'busy', directory, patience: { lockMs: 20 } })
  // Behind a lock that waits for the reader this would wait until the reader is done, and fail by its own limit.
  for (let calls = 0; calls < 20; calls += 1) {
    await caller.query(`set lock_timeout to '5s'`)
    await caller.query('insert into busy.things values (1)')
  }
  await reader.query('commit')
  expect(await migrating).toEqual(['0002-b.sql'])
  caller.release()
  reader.release()
})

test('a table that never gets free ends the migration with nothing done', async () => {
  await migrate(db, {
    schema: 'held',
    directory: await migrations('held', { '0001-a.sql': 'create table things (id int);' }),
  })
  const directory = await migrations('held', { '0002-b.sql': 'alter table things add column more int;' })
  const reader = await db.pool.connect()
  await reader.query('begin; select from held.things')
  const patience = { lockMs: 10, patienceMs: 1 }
  await expect(migrate(db, { schema: 'held', directory, patience })).rejects.toThrow(
    'held/0002-b.sql failed: canceling',
  )
  await reader.query('commit')
  reader.release()
  expect(await applied('held')).toEqual(['0001-a.sql'])
})

test('an index whose build was killed is built anew, while others wait for their turn and calls go on', async () => {
  const first = { '0001-a.sql': 'create table things (id int); insert into things select generate_series(1, 500);' }
  await migrate(db, { schema: 'indexed', directory: await migrations('indexed', first) })
  const directory = await migrations('indexed', {
    '0002-b.sql': '-- concurrently\ncreate index concurrently if not exists things_by_id on things (id);',
  })
  // As a killed build leaves it.
  await db.pool.query(`create index things_by_id on indexed.things (id);
    update pg_index set indisvalid = false where indexrelid = 'indexed.things_by_id'::regclass`)
  const ran = await Promise.all([1, 2, 3].map(() => migrate(db, { schema: 'indexed', directory })))
  expect(ran.flat()).toEqual(['0002-b.sql'])
  const valid = `select indisvalid from pg_index where indexrelid = 'indexed.things_by_id'::regclass`
  expect((await db.pool.query(valid)).rows).toEqual([{ indisvalid: true }])
  const mixed = { '0003-c.sql': '-- concurrently\nalter table things add column x int' }
  const refused = migrate(db, { schema: 'indexed', directory: await migrations('indexed', mixed) })
  await expect(refused).rejects.toThrow('0003-c.sql failed: Only "create index concurrently')
})

test('a plan says what a start would do, with the rows it touches, and does nothing', async () => {
  const directory = await migrations('planned', {
    '0001-a.sql': 'create table things (id int); insert into things select generate_series(1, 300);',
  })
  expect(await planMigrations(db, { schema: 'planned', directory })).toEqual({
    schema: 'planned',
    newest: 0,
    pending: [{ file: '0001-a.sql', effects: [] }],
    renews: true,
    fault: null,
  })
  await migrate(db, { schema: 'planned', directory })
  await db.pool.query('analyze planned.things')
  await migrations('planned', { '0002-b.sql': 'alter table things alter column id type bigint, add column b text;' })
  const plan = await planMigrations(db, { schema: 'planned', directory })
  expect(plan.pending[0]?.effects).toEqual([
    {
      statement: 'alter table things alter column id type bigint',
      table: 'things',
      lock: 'everything',
      work: 'rewrite',
      rows: 300,
    },
    {
      statement: 'alter table things add column b text',
      table: 'things',
      lock: 'everything',
      work: 'brief',
      rows: 300,
    },
  ])
  expect(await applied('planned')).toEqual(['0001-a.sql'])
  await migrate(db, { schema: 'planned', directory })
  expect(await planMigrations(db, { schema: 'planned', directory })).toMatchObject({
    newest: 2,
    pending: [],
    renews: false,
  })
  const older = await migrations('older-plan', { '0001-a.sql': 'create table things (id int);' })
  expect((await planMigrations(db, { schema: 'planned', directory: older })).fault).toContain('is at migration 2')
})
