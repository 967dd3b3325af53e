import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDatabases } from '../testing/start-database.ts'
import { createOutageRecord, type OutageRecord } from './outage-record.ts'
import { forgetOldOutages, listOutages, type StoredOutage } from './outages.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db, connectionString } = await databases.create()
const { db: other } = await databases.create(connectionString)
const records: OutageRecord[] = []
let begunAt = 0

beforeEach(async () => {
  // Signs of life are given by `start` alone: a killed process gives none, however long a test takes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  begunAt = performance.now()
  await db.pool.query('delete from captcha.edge_heartbeats')
  await db.pool.query('delete from captcha.outages')
})
afterEach(async () => {
  await Promise.all(records.splice(0).map((record) => record.stop().catch(() => undefined)))
  vi.useRealTimers()
})

function recordOf(given: Partial<Parameters<typeof createOutageRecord>[0]> = {}): OutageRecord {
  const record = createOutageRecord({ db, now: Date.now, processId: randomUUID(), onError: () => undefined, ...given })
  records.push(record)
  return record
}

/** As if so much time had passed since every sign of life. */
const letPass = (seconds: number) =>
  db.pool.query(`update captcha.edge_heartbeats set at = at - make_interval(secs => ${seconds})`)
const outages = () => listOutages(db, { endedAfter: new Date(0), after: null, limit: 100 })
const seconds = ({ from, to }: StoredOutage) => ((to?.getTime() ?? Number.NaN) - from.getTime()) / 1000
/** So many seconds, with those that the test itself has taken meanwhile or without them. */
const about = (least: number) => ({
  asymmetricMatch: (actual: unknown) =>
    typeof actual === 'number' &&
    actual >= least - 0.5 &&
    actual <= least + 0.5 + (performance.now() - begunAt) / 1_000,
})

test('the first start ever records no outage, nor does a restart within 15 seconds', async () => {
  await recordOf().start()
  await letPass(12)
  await recordOf().start()
  expect(await outages()).toEqual([])
})

test('a longer time in which no process lived is an outage, found at the next start', async () => {
  await recordOf().start()
  await letPass(100)
  await recordOf().start()
  const [outage, ...others] = await outages()
  expect(others).toEqual([])
  expect(outage).toMatchObject({ cause: 'SERVICE_DOWN' })
  expect(outage && seconds(outage)).toEqual(about(100))
})

test('of many processes that start at once one records it, and another round of starts nothing more', async () => {
  await recordOf().start()
  await letPass(60)
  await Promise.all(Array.from({ length: 12 }, (_, index) => recordOf({ db: index % 2 ? db : other }).start()))
  await Promise.all(Array.from({ length: 6 }, () => recordOf().start()))
  expect((await outages()).map(seconds)).toEqual([about(60)])
})

test('while any process lives, those that were killed are no outage', async () => {
  const living = randomUUID()
  await recordOf().start()
  await recordOf({ processId: living }).start()
  await db.query('test-kill', `update captcha.edge_heartbeats set at = at - interval '1 hour' where process_id <> $1`, [
    living,
  ])
  await recordOf().start()
  expect(await outages()).toEqual([])
})

test('when the last process had ended in order the gap is maintenance', async () => {
  const record = recordOf()
  await record.start()
  await record.stop()
  await letPass(40)
  await recordOf().start()
  expect((await outages()).map((outage) => [outage.cause, seconds(outage)])).toEqual([['MAINTENANCE', about(40)]])
})

test('a jump of the clock of the database is no outage for a process that has lived all the time', async () => {
  let elapsed = 0
  const processId = randomUUID()
  const record = recordOf({ processId, elapsed: () => elapsed })
  await record.start()
  await letPass(3_600)
  elapsed += 3_000
  await record.start()
  expect(await outages()).toEqual([])
  // The same, and this process had really said nothing for as long.
  await letPass(3_600)
  elapsed += 3_600_000
  await record.start()
  expect((await outages()).map(seconds)).toEqual([about(3_600)])
})

test('a sign of life from the future, of before the clock was set back, hides no gap', async () => {
  await recordOf().start()
  await letPass(30)
  await db.pool.query(
    `insert into captcha.edge_heartbeats (process_id, at) values (gen_random_uuid(), clock_timestamp() + interval '1 hour')`,
  )
  await recordOf().start()
  expect((await outages()).map(seconds)).toEqual([about(30)])
})

test('widgets that were turned away while the database was away are an outage, once it is back', async () => {
  let now = Date.now()
  const record = recordOf({ now: () => now })
  record.noteAvailable(now)
  record.noteUnavailable(now)
  now += 20_000
  await record.flush()
  expect(await outages(), 'it still lasts').toEqual([])
  record.noteAvailable(now)
  now += 5_000
  await record.flush()
  await record.flush()
  const [outage, ...others] = await outages()
  expect(others).toEqual([])
  expect(outage && [outage.cause, seconds(outage)]).toEqual(['DATABASE', about(20)])
  expect(Date.now() - (outage?.to?.getTime() ?? 0)).toBeGreaterThan(4_900)
})

test('what several processes saw of one failure is one outage, and a call that works in between ends nothing', async () => {
  const start = Date.now()
  let now = start
  const [one, two] = [recordOf({ now: () => now }), recordOf({ now: () => now })]
  one.noteUnavailable(start)
  two.noteUnavailable(start + 2_000)
  two.noteAvailable(start + 6_000)
  two.noteUnavailable(start + 7_000)
  one.noteAvailable(start + 9_000)
  two.noteAvailable(start + 12_000)
  now = start + 13_000
  await Promise.all([one.flush(), two.flush()])
  expect((await outages()).map(seconds)).toEqual([about(12)])
})

test('a single refused call is none', async () => {
  const now = Date.now()
  const record = recordOf({ now: () => now })
  record.noteUnavailable(now - 4_000)
  record.noteAvailable(now - 2_000)
  await record.flush()
  expect(await outages()).toEqual([])
})

test('while nothing can be written it is kept, told once, and the gap has the database as its cause', async () => {
  const errors: unknown[] = []
  let elapsed = 0
  const record = recordOf({ elapsed: () => elapsed, onError: (error) => errors.push(error) })
  await record.start()
  await db.pool.query('alter table captcha.edge_heartbeats rename to hidden')
  await record.start()
  await record.start()
  record.noteUnavailable(Date.now() - 30_000)
  await db.pool.query('alter table captcha.hidden rename to edge_heartbeats')
  await letPass(50)
  elapsed += 50_000
  await record.start()
  expect(errors).toHaveLength(1)
  expect((await outages()).map((outage) => [outage.cause, seconds(outage)])).toEqual([['DATABASE', about(50)]])
})

test('what is old is forgotten, and the latest sign of life is not', async () => {
  await recordOf().start()
  await letPass(100 * 86_400)
  await recordOf().start()
  await db.pool.query(
    `update captcha.outages set from_at = now() - interval '93 days', to_at = now() - interval '92 days'`,
  )
  await letPass(40 * 86_400)
  await forgetOldOutages(db, Date.now())
  expect(await outages()).toEqual([])
  const [left] = await db.query<{ n: number }>('test-left', 'select count(*)::int as n from captcha.edge_heartbeats')
  expect(left?.n).toBe(1)
})
