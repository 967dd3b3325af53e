import { auditMigrations } from '@bollard/audit'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { insertLogSite, insertRows, type LogSite, rowOf } from '../../testing/log/random-log.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { chunkLog } from './chunk-log.ts'

const minute = 60_000
const day = 1_440 * minute
const now = Math.floor(Date.now() / day) * day + 600 * minute
const options = { now, verificationMsMax: 20 * minute, retentionDays: 30, rows: 10 }

const database = await startTestDatabase()
const db = openDatabase({ connectionString: await database.createDatabase() })
const beside = openDatabase({ connectionString: db.pool.options.connectionString ?? '' })
await migrate(db, auditMigrations)
await migrate(db, { schema: 'captcha', directory: new URL('../../migrations/', import.meta.url) })
await keepPartitions(db, now, { daysAhead: 1, retentionDays: 30 })
afterAll(async () => {
  await Promise.all([db.close(), beside.close()])
  await database.stop()
})

/** Rows this many minutes ago. */
async function addRows({ siteId, environments }: LogSite, minutesAgo: readonly number[]): Promise<void> {
  await insertRows(
    db,
    minutesAgo.map((ago) => rowOf({ siteId, at: now - ago * minute, environment_id: environments[0] })),
  )
}
const every = (count: number, first: number, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step)

interface Chunk {
  readonly from: Date
  readonly to: Date
  readonly n: number
  readonly rows: number
}
const chunksOf = ({ siteId }: LogSite): Promise<Chunk[]> =>
  db.query(
    '',
    `select from_at as from, to_at as to, n, (select count(*)::int from captcha.verifications v where v.site_id = c.site_id and v.outcome < 3 and v.issued_at >= c.from_at and v.issued_at < c.to_at) as rows
     from captcha.log_chunks c where site_id = $1 order by to_at`,
    [siteId],
  )

/** Stretches lie end to end, hold the rows that they count, and reach to where fewer than two stretches' rows are closed. */
async function expectSound(site: LogSite): Promise<Chunk[]> {
  const chunks = await chunksOf(site)
  chunks.forEach((chunk, index) => {
    expect(chunk.rows).toBe(chunk.n)
    if (index > 0) expect(chunk.from).toEqual(chunks[index - 1]?.to)
  })
  return chunks
}

test('what no answer can join any more is summarised in stretches that lie end to end, and goes on where it ended', async () => {
  const site = await insertLogSite(db)
  await addRows(site, every(95, 1))
  expect(await chunkLog(db, options)).toBeGreaterThan(0)
  const first = await expectSound(site)
  // Rows of the last 25 minutes may still get company.
  expect(first.at(-1)?.to.getTime()).toBeLessThan(now - 25 * minute)
  expect(first.map(({ n }) => n)).toEqual(Array.from({ length: first.length }, () => 10))
  expect(first[0]?.from).toEqual(new Date(now - 95 * minute))
  expect(await chunkLog(db, options)).toBe(0)
  const later = { ...options, now: now + 30 * minute }
  expect(await chunkLog(db, later)).toBeGreaterThan(0)
  const second = await expectSound(site)
  expect(second.slice(0, first.length)).toEqual(first)
})

test('a small site is left alone until it has two stretches of rows', async () => {
  const site = await insertLogSite(db)
  await addRows(site, every(19, 30))
  await chunkLog(db, options)
  expect(await chunksOf(site)).toEqual([])
  await addRows(site, every(3, 100))
  await chunkLog(db, options)
  expect((await expectSound(site)).length).toBeGreaterThan(0)
})

test('rows of one millisecond stay in one stretch, however many they are', async () => {
  const site = await insertLogSite(db)
  await addRows(site, [
    ...every(15, 200),
    ...Array.from({ length: 35 }, () => 150),
    ...every(15, 120),
    ...Array.from({ length: 35 }, () => 100),
  ])
  await chunkLog(db, options)
  const chunks = await expectSound(site)
  const burst = new Date(now - 150 * minute)
  expect(chunks.filter(({ from, to }) => from <= burst && burst < to)).toHaveLength(1)
  expect(chunks.some(({ n }) => n >= 35)).toBe(true)
})

test('rounds that led to a harder one are no part of it', async () => {
  const site = await insertLogSite(db)
  await insertRows(
    db,
    every(50, 30).map((ago) =>
      rowOf({ siteId: site.siteId, at: now - ago * minute, environment_id: site.environments[0], outcome: 3 }),
    ),
  )
  await chunkLog(db, options)
  expect(await chunksOf(site)).toEqual([])
})

test('two processes at a time summarise everything once', async () => {
  const site = await insertLogSite(db)
  await addRows(site, every(300, 30))
  const made = await Promise.all([chunkLog(db, options), chunkLog(beside, options), chunkLog(beside, options)])
  const chunks = await expectSound(site)
  expect(made.reduce((sum, n) => sum + n, 0)).toBe(chunks.length)
  await chunkLog(db, options)
  expect((await expectSound(site)).reduce((sum, { n }) => sum + n, 0)).toBeGreaterThanOrEqual(280)
})

test('what is interrupted goes on later, and is the same in the end', async () => {
  const [whole, inParts] = [await insertLogSite(db), await insertLogSite(db)]
  await addRows(whole, every(200, 30))
  await addRows(inParts, every(200, 30))
  for (let part = 0; part < 40; part++) {
    let asked = 0
    await chunkLog(db, { ...options, shouldStop: () => asked++ > 2 + (part % 4) })
  }
  await chunkLog(db, options)
  expect(await expectSound(inParts)).toEqual(await expectSound(whole))
})

test('what is older than the log goes, and a site takes its own along', async () => {
  const site = await insertLogSite(db)
  await addRows(site, every(60, 2 * 1_440, 60))
  await chunkLog(db, options)
  const before = await expectSound(site)
  await chunkLog(db, { ...options, retentionDays: 3 })
  const after = await chunksOf(site)
  const oldest = Math.floor(now / day - 3) * day
  expect(after).toEqual(before.filter(({ to }) => to.getTime() > oldest))
  expect(after.length).toBeLessThan(before.length)
  await db.query('', 'delete from captcha.sites where id = $1', [site.siteId])
  expect(await chunksOf(site)).toEqual([])
})
