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
  create trigger kept before truncate or delete on things for each statement execute function refuse()`,
)
const migrations = [{ schema: 'kept', directory: pathToFileURL(`${folder}/`) }]
afterAll(() => rm(folder, { recursive: true }))

async function start() {
  const postgres = await startTestDatabase()
  const prepared: string[] = []
  const borrow = () =>
    lendDatabase(postgres, { migrations, max: 2, prepare: async () => void prepared.push('once for each') })
  return { postgres, prepared, borrow }
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

test('a database whose schema a test has changed is lent to no other', async () => {
  const { postgres, borrow } = await start()
  const db = await borrow()
  await db.pool.query('create table kept.more (name text)')
  await db.close()
  await expect(borrow()).rejects.toThrow('changed the schema')
  await postgres.stop()
})
