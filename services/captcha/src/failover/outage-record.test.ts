import { randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { startDatabases } from '../testing/start-database.ts'
import { createOutageRecord, type OutageRecord } from './outage-record.ts'
import { forgetOldOutages, listOutages, type StoredOutage } from './outages.ts'

const databases = await startDatabases()
const records: OutageRecord[] = []
afterAll(async () => {
  await Promise.all(records.map((record) => record.stop().catch(() => undefined)))
  await databases.stop()
})

function recordOf(db: Database, given: Partial<Parameters<typeof createOutageRecord>[0]> = {}): OutageRecord {
  const record = createOutageRecord({ db, now: Date.now, processId: randomUUID(), onError: () => undefined, ...given })
  records.push(record)
  return record
}

/** As if so much time had passed since every sign of life. */
const letPass = (db: Database, seconds: number) =>
  db.pool.query(`update captcha.edge_heartbeats set at = at - make_interval(secs => ${seconds})`)
const outages = (db: Database) => listOutages(db, { endedAfter: new Date(0), after: null, limit: 100 })
const seconds = ({ from, to }: StoredOutage) => Math.round(((to?.getTime() ?? Number.NaN) - from.getTime()) / 1000)

test('the first start ever records no outage, nor does a restart within 15 seconds', async () => {
  const { db } = await databases.create()
  await recordOf(db).start()
  await letPass(db, 14)
  await recordOf(db).start()
  expect(await outages(db)).toEqual([])
})

test('a longer time in which no process lived is an outage, found at the next start', async () => {
  const { db } = await databases.create()
  await recordOf(db).start()
  await letPass(db, 100)
  await recordOf(db).start()
  const [outage, ...others] = await outages(db)
  expect(others).toEqual([])
  expect(outage).toMatchObject({ cause: 'SERVICE_DOWN' })
  expect(outage && seconds(outage)).toBe(100)
})

test('of many processes that start at once one records it, and another round of starts nothing more', async () => {
  const { db, connectionString } = await databases.create()
  const { db: other } = await databases.create(connectionString)
  await recordOf(db).start()
  await letPass(db, 60)
  await Promise.all(Array.from({ length: 12 }, (_, index) => recordOf(index % 2 ? db : other).start()))
  await Promise.all(Array.from({ length: 6 }, () => recordOf(db).start()))
  expect((await outages(db)).map(seconds)).toEqual([60])
})

test('while any process lives, those that were killed are no outage', async () => {
  const { db } = await databases.create()
  const living = randomUUID()
  await recordOf(db).start()
  await recordOf(db, { processId: living }).start()
  await db.query('test-kill', `update captcha.edge_heartbeats set at = at - interval '1 hour' where process_id <> $1`, [
    living,
  ])
  await recordOf(db).start()
  expect(await outages(db)).toEqual([])
})

test('when the last process had ended in order the gap is maintenance', async () => {
  const { db } = await databases.create()
  const record = recordOf(db)
  await record.start()
  await record.stop()
  await letPass(db, 40)
  await recordOf(db).start()
  expect((await outages(db)).map((outage) => [outage.cause, seconds(outage)])).toEqual([['MAINTENANCE', 40]])
})

test('a jump of the clock of the database is no outage for a process that has lived all the time', async () => {
  const { db } = await databases.create()
  let elapsed = 0
  const processId = randomUUID()
  const record = recordOf(db, { processId, elapsed: () => elapsed })
  await record.start()
  await letPass(db, 3_600)
  elapsed += 3_000
  await record.start()
  expect(await outages(db)).toEqual([])
  // The same, and this process had really said nothing for as long.
  await letPass(db, 3_600)
  elapsed += 3_600_000
  await record.start()
  expect((await outages(db)).map(seconds)).toEqual([3_600])
})

test('a sign of life from the future, of before the clock was set back, hides no gap', async () => {
  const { db } = await databases.create()
  await recordOf(db).start()
  await letPass(db, 30)
  await db.pool.query(
    `insert into captcha.edge_heartbeats (process_id, at) values (gen_random_uuid(), clock_timestamp() + interval '1 hour')`,
  )
  await recordOf(db).start()
  expect((await outages(db)).map(seconds)).toEqual([30])
})

test('widgets that were turned away while the database was away are an outage, once it is back', async () => {
  const { db } = await databases.create()
  let now = Date.now()
  const record = recordOf(db, { now: () => now })
  record.noteAvailable(now)
  record.noteUnavailable(now)
  now += 20_000
  await record.flush()
  expect(await outages(db), 'it still lasts').toEqual([])
  record.noteAvailable(now)
  now += 5_000
  await record.flush()
  await record.flush()
  const [outage, ...others] = await outages(db)
  expect(others).toEqual([])
  expect(outage && [outage.cause, seconds(outage)]).toEqual(['DATABASE', 20])
  expect(Date.now() - (outage?.to?.getTime() ?? 0)).toBeGreaterThan(4_900)
})

test('what several processes saw of one failure is one outage, and a call that works in between ends nothing', async () => {
  const { db } = await databases.create()
  const start = Date.now()
  let now = start
  const [one, two] = [recordOf(db, { now: () => now }), recordOf(db, { now: () => now })]
  one.noteUnavailable(start)
  two.noteUnavailable(start + 2_000)
  two.noteAvailable(start + 6_000)
  two.noteUnavailable(start + 7_000)
  one.noteAvailable(start + 9_000)
  two.noteAvailable(start + 12_000)
  now = start + 13_000
  await Promise.all([one.flush(), two.flush()])
  expect((await outages(db)).map(seconds)).toEqual([12])
})

test('a single refused call is none', async () => {
  const { db } = await databases.create()
  const now = Date.now()
  const record = recordOf(db, { now: () => now })
  record.noteUnavailable(now - 4_000)
  record.noteAvailable(now - 2_000)
  await record.flush()
  expect(await outages(db)).toEqual([])
})

test('while nothing can be written it is kept, told once, and the gap has the database as its cause', async () => {
  const { db } = await databases.create()
  const errors: unknown[] = []
  let elapsed = 0
  const record = recordOf(db, { elapsed: () => elapsed, onError: (error) => errors.push(error) })
  await record.start()
  await db.pool.query('alter table captcha.edge_heartbeats rename to hidden')
  await record.start()
  await record.start()
  record.noteUnavailable(Date.now() - 30_000)
  await db.pool.query('alter table captcha.hidden rename to edge_heartbeats')
  await letPass(db, 50)
  elapsed += 50_000
  await record.start()
  expect(errors).toHaveLength(1)
  expect((await outages(db)).map((outage) => [outage.cause, seconds(outage)])).toEqual([['DATABASE', 50]])
})

test('what is old is forgotten, and the latest sign of life is not', async () => {
  const { db } = await databases.create()
  await recordOf(db).start()
  await letPass(db, 100 * 86_400)
  await recordOf(db).start()
  await db.pool.query(
    `update captcha.outages set from_at = now() - interval '93 days', to_at = now() - interval '92 days'`,
  )
  await letPass(db, 40 * 86_400)
  await forgetOldOutages(db, Date.now())
  expect(await outages(db)).toEqual([])
  const [left] = await db.query<{ n: number }>('test-left', 'select count(*)::int as n from captcha.edge_heartbeats')
  expect(left?.n).toBe(1)
})
