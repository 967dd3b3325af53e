import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate, openDatabase } from '@bollard/database'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from './start-test-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'bollard-migrations-'))
const migrations = { schema: 'kept', directory: pathToFileURL(`${folder}/`) }
await writeFile(
  join(folder, '0001-things.sql'),
  `create table things (name text); insert into things values ('of the migration')`,
)
const alone = await startTestDatabase({ alone: true })
afterAll(async () => {
  await alone.stop()
  await rm(folder, { recursive: true })
})

async function ask<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const db = openDatabase({ connectionString, max: 1 })
  try {
    return (await db.pool.query<Row>(text)).rows
  } finally {
    await db.close()
  }
}
const things = async (connectionString: string) =>
  (await ask<{ name: string }>(connectionString, 'select name from kept.things order by name')).map(({ name }) => name)
const templates = async (connectionString: string) =>
  (
    await ask<{ name: string }>(
      connectionString,
      `select datname as name from pg_database where datname like '%template\\_%' order by 1`,
    )
  ).map(({ name }) => name)

async function start() {
  const server = await startTestDatabase()
  onTestFinished(() => server.stop())
  return server
}

test('a database with migrations is as `migrate` leaves it, knows which have run, and sees nothing of what is put into another', async () => {
  const server = await start()
  const [one, other] = await Promise.all([server.createDatabase(migrations), server.createDatabase(migrations)])
  await ask(one, `insert into kept.things values ('of a test')`)
  expect([await things(one), await things(other)]).toEqual([['of a test', 'of the migration'], ['of the migration']])
  const db = openDatabase({ connectionString: other, max: 1 })
  await migrate(db, migrations)
  await db.close()
  expect(await things(other)).toEqual(['of the migration'])
  expect(await ask(other, 'select number, name from kept.migrations')).toEqual([{ number: 1, name: '0001-things.sql' }])
})

test('migrations run once in a run, however many ask at the same moment', async () => {
  const own = await mkdtemp(join(tmpdir(), 'bollard-migrations-'))
  onTestFinished(() => rm(own, { recursive: true }))
  // What belongs to the whole server cannot be made twice.
  const role = `once_${randomBytes(6).toString('hex')}`
  await writeFile(join(own, '0001-once.sql'), `create role ${role} nologin`)
  const servers = await Promise.all([start(), start(), start()])
  const [first = ''] = await Promise.all(
    servers.map((server) => server.createDatabase({ schema: 'once', directory: pathToFileURL(`${own}/`) })),
  )
  await ask(first, `drop role ${role}`)
})

test('with another file the database is another one', async () => {
  const file = join(folder, '0002-more.sql')
  await writeFile(file, `insert into things values ('of the second')`)
  onTestFinished(() => rm(file))
  expect(await things(await alone.createDatabase(migrations))).toEqual(['of the migration', 'of the second'])
  await writeFile(file, `insert into things values ('of its next text')`)
  expect(await things(await alone.createDatabase(migrations))).toEqual(['of its next text', 'of the migration'])
})

test('a migration that fails leaves nothing that could be copied', async () => {
  const before = await templates(await alone.createDatabase())
  const file = join(folder, '0002-broken.sql')
  await writeFile(file, 'create table half (n int); select 1 / 0')
  onTestFinished(() => rm(file))
  await expect(alone.createDatabase(migrations)).rejects.toThrow('0002-broken.sql failed')
  const isBroken = (name: string) => !before.includes(name) && name.startsWith('template_')
  expect((await templates(await alone.createDatabase())).filter(isBroken)).toEqual([])
  await writeFile(file, 'create table whole (n int)')
  expect(await things(await alone.createDatabase(migrations))).toEqual(['of the migration'])
})

test('files share one server, one that wants to be alone has another, and nothing stays of those that have stopped', async () => {
  const shared = await start()
  const addressOf = async (connectionString: string) =>
    (
      await ask<{ at: string }>(connectionString, `select setting as at from pg_settings where name = 'data_directory'`)
    )[0]?.at
  const [kept, apart] = await Promise.all([shared.createDatabase(), alone.createDatabase()])
  const gone = await startTestDatabase()
  const dropped = await gone.createDatabase()
  expect([await addressOf(dropped), await addressOf(apart)]).toEqual([
    await addressOf(kept),
    expect.not.stringContaining(String(await addressOf(kept))),
  ])
  const left = openDatabase({ connectionString: dropped, max: 1 })
  await left.query('open', 'select 1')
  await gone.stop()
  await left.close()
  await expect(ask(dropped, 'select 1')).rejects.toMatchObject({ code: '3D000' })
  expect(await ask(kept, 'select 1 as one')).toEqual([{ one: 1 }])
})
