import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { lendDatabase } from './lend-database.ts'
import { startTestDatabase } from './start-test-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'bollard-migrations-'))
await writeFile(
  join(folder, '0001-things.sql'),
  `create table things (id bigint generated always as identity primary key, name text);
  create table parts (thing bigint references things, name text);
  create table kinds (name text);
  insert into kinds values ('of the migration');
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$;
  create trigger kept before truncate or delete on things for each statement execute function refuse();
  create table days (day int, name text) partition by list (day);
  create table day_1 partition of days for values in (1)`,
)
await writeFile(join(folder, 'access.sql'), 'grant usage on schema kept to bollard_api')
const migrations = [{ schema: 'kept', directory: pathToFileURL(`${folder}/`) }]
afterAll(() => rm(folder, { recursive: true }))

async function start() {
  const postgres = await startTestDatabase()
  const prepared: string[] = []
  // Of this test alone.
  const prepare = async () => void prepared.push('once for each')
  return { postgres, prepared, borrow: (from = postgres) => lendDatabase(from, { migrations, max: 2, prepare }) }
}
const everything = `select current_database() as at, (select count(*)::int from kept.things) as things, (select count(*)::int from kept.parts) as parts,
  (select count(*)::int from kept.kinds) as kinds, (select count(*)::int from kept.migrations) as migrations`
const fill = `with made as (insert into kept.things (name) values ('one') returning id) insert into kept.parts select id, 'part' from made returning thing`

test('the next test gets the same database as migrations left it, numbers and all, whatever guards its tables', async () => {
  const { postgres, prepared, borrow } = await start()
  const first = await borrow()
  const [fresh] = await first.query<{ at: string }>('everything', everything)
  expect(fresh).toMatchObject({ things: 0, parts: 0, kinds: 1, migrations: 1 })
  for (let test = 0; test < 3; test += 1) {
    const db = test === 0 ? first : await borrow()
    expect(await db.query('everything', everything)).toEqual([fresh])
    expect(await db.query('fill', fill)).toEqual([{ thing: '1' }])
    await db.close()
  }
  expect(prepared).toEqual(['once for each'])
  await postgres.stop()
})

test('many rows are gone for the next one as well as few, and it finds whatever it writes', async () => {
  const { postgres, borrow } = await start()
  for (let turn = 0; turn < 3; turn += 1) {
    const db = await borrow()
    expect(await db.query('everything', everything)).toMatchObject([{ things: 0, parts: 0 }])
    await db.pool.query(`insert into kept.things (name) select repeat('x', 100) from generate_series(1, 5000)`)
    await db.pool.query(`insert into kept.parts select max(id), 'of the last' from kept.things`)
    expect(await db.query('last', 'select max(thing)::int as last from kept.parts')).toEqual([{ last: 5_000 }])
    await db.close()
  }
  await postgres.stop()
})

test('it is emptied once nobody writes into it any more', async () => {
  const { postgres, borrow } = await start()
  const db = await borrow()
  await db.query('fill', fill)
  const late = await db.pool.connect()
  await late.query('begin')
  await late.query(fill)
  await db.close()
  const next = borrow()
  await expect
    .poll(
      async () =>
        (
          await late.query(
            `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rowCount,
    )
    .toBe(1)
  await late.query('commit')
  late.release()
  expect(await (await next).query('everything', everything)).toMatchObject([{ things: 0, parts: 0 }])
  await (await next).close()
  await postgres.stop()
})

test('what is lent twice at once are two databases, and none of them is lent before it is given back', async () => {
  const { postgres, prepared, borrow } = await start()
  const [one, other] = await Promise.all([borrow(), borrow()])
  await one.query('fill', fill)
  const [{ at = '', things = -1 } = {}] = await other.query<{ at: string; things: number }>('everything', everything)
  expect(things).toBe(0)
  await other.close()
  const next = await borrow()
  expect(await next.query('everything', everything)).toMatchObject([{ at }])
  expect(prepared).toHaveLength(2)
  await Promise.all([one.close(), next.close()])
  await postgres.stop()
})

test('giving it back waits for what is running, and nothing begins after that', async () => {
  const { postgres, borrow } = await start()
  const db = await borrow()
  const goOn = Promise.withResolvers<void>()
  const ended: string[] = []
  const running = db.transaction(async (tx) => {
    await tx.query('fill', fill)
    await goOn.promise
    await tx.query('fill', fill)
    ended.push('transaction')
  })
  const closing = db.close().then(() => ended.push('given back'))
  await expect(db.query('everything', everything)).rejects.toThrow('given it back')
  await expect(db.transaction(async () => undefined)).rejects.toThrow('given it back')
  goOn.resolve()
  await Promise.all([running, closing])
  expect(ended).toEqual(['transaction', 'given back'])
  await postgres.stop()
})

test('another file in the same process gets the same database, from the server that both share', async () => {
  const { postgres, prepared, borrow } = await start()
  const first = await borrow()
  await first.query('fill', fill)
  await first.close()
  await postgres.stop()
  const ofNextFile = await startTestDatabase()
  const next = await borrow(ofNextFile)
  expect(next.connectionString).toBe(first.connectionString)
  expect(await next.query('everything', everything)).toMatchObject([{ things: 0 }])
  const alone = await startTestDatabase({ alone: true })
  expect((await borrow(alone)).connectionString).not.toBe(first.connectionString)
  expect(prepared).toHaveLength(2)
  await next.close()
  await Promise.all([ofNextFile.stop(), alone.stop()])
})

test('a name may mean something else to the next one, and not two things to one', async () => {
  const { postgres, borrow } = await start()
  for (const value of [1, 2, 1]) {
    const db = await borrow()
    const [own, other] = [`select ${value} as value`, 'select 3 as value']
    expect(await db.query('same-name', own)).toEqual([{ value }])
    await expect(db.query('same-name', other)).rejects.toThrow('must be unique')
    await expect(db.transaction((tx) => tx.query('same-name', other))).rejects.toThrow('must be unique')
    expect(await db.transaction((tx) => tx.query('same-name', own))).toEqual([{ value }])
    await db.close()
  }
  await postgres.stop()
})

test('apart from other files nothing is borrowed that another had, nor lent to it', async () => {
  const { postgres, borrow } = await start()
  const [apart, next] = [await startTestDatabase({ apart: true }), await startTestDatabase()]
  const first = await borrow()
  await first.close()
  const own = await borrow(apart)
  await own.close()
  expect((await borrow(apart)).connectionString).toBe(own.connectionString)
  const other = await borrow(next)
  expect([own.connectionString, other.connectionString]).toEqual([
    expect.not.stringContaining(first.connectionString),
    first.connectionString,
  ])
  await other.close()
  await Promise.all([postgres.stop(), apart.stop(), next.stop()])
  await expect(startTestDatabase().then((server) => server.copyDatabase(own.connectionString))).rejects.toThrow(
    'does not exist',
  )
})

test('roles sign in as themselves, see no more than they may, and give back with the owner', async () => {
  const { postgres, borrow } = await start()
  const db = await borrow()
  const api = db.as('bollard_api')
  expect(await api.query('who', 'select session_user::text as who')).toEqual([{ who: 'bollard_api' }])
  await expect(api.query('everything', everything)).rejects.toThrow('permission denied')
  await api.close()
  await expect(api.query('who', 'select session_user::text as who')).rejects.toThrow('after calling end')
  const again = db.as('bollard_api')
  expect(await again.query('who', 'select session_user::text as who')).toHaveLength(1)
  await db.close()
  await expect(again.query('who', 'select session_user::text as who')).rejects.toThrow('given it back')
  await postgres.stop()
})

test('partitions that a test has made are gone for the next one, which gets another database where one was dropped', async () => {
  const { postgres, borrow } = await start()
  const first = await borrow()
  await first.pool.query('create table kept.day_2 partition of kept.days for values in (2)')
  await first.pool.query(`insert into kept.days values (1, 'one'), (2, 'two')`)
  await first.close()
  const days = `select (select count(*)::int from kept.days) as rows, to_regclass('kept.day_1') is null as one, to_regclass('kept.day_2') is null as two`
  const second = await borrow()
  expect(second.connectionString).toBe(first.connectionString)
  expect(await second.query('days', days)).toEqual([{ rows: 0, one: false, two: true }])
  await second.pool.query('drop table kept.day_1')
  await second.close()
  const third = await borrow()
  expect(third.connectionString).not.toBe(first.connectionString)
  expect(await third.query('days', days)).toEqual([{ rows: 0, one: false, two: true }])
  await third.close()
  await postgres.stop()
})

test.for([
  'create table kept.more (name text)',
  'alter table kept.things disable trigger kept',
  'alter table kept.things add check (id > 0)',
  `do $$ begin execute format('alter database %I set enable_sort = off', current_database()); end $$`,
])('a database that a test has changed is lent to no other: %s', async (change) => {
  const { postgres, borrow } = await start()
  const db = await borrow()
  await db.pool.query(change)
  await db.close()
  await expect(borrow()).rejects.toMatchObject({
    message: 'A test has changed a database that others borrow',
    cause: { stack: expect.stringContaining('lend-database.test.ts') },
  })
  const other = await borrow()
  expect(other.connectionString).not.toBe(db.connectionString)
  await other.close()
  await postgres.stop()
})
