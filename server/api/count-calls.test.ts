import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { createCallLimiter } from '@bollard/http'
import { limitMigrations } from '@bollard/limits'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { countCalls } from './count-calls.ts'

const postgres = await startTestDatabase()
const databaseUrl = await postgres.createDatabase(limitMigrations)
const many = 20
/** As the API signs in, since nobody else may count. */
const apiUrl = addressesOfRoles(databaseUrl, 'the server does not check').bollard_api
const databases = Array.from({ length: many }, () => openDatabase({ connectionString: apiUrl, max: 1 }))
afterAll(async () => {
  for (const db of databases) await db.close()
  await postgres.stop()
})

const limits = {
  mails: { limit: 5, seconds: 3_600, per: 'address', counted: 'together' },
  calls: { limit: 200, seconds: 10, per: 'account', counted: 'together' },
  daily: { limit: 3, seconds: 86_400, per: 'e-mail address', counted: 'together' },
} as const
const clock = { ms: Date.UTC(2026, 6, 14, 9, 12, 34, 567) }
const faults: unknown[] = []
/** Longer than any machine of a test is busy: here the count has to be that of the database. */
const patient = { timeoutMs: 60_000, clock: 'CALLER', onFailure: (error: unknown) => void faults.push(error) } as const
const start = (db: (typeof databases)[number], secrets: readonly [string, ...string[]] = ['secret']) =>
  createCallLimiter('test', limits, { now: () => new Date(clock.ms), callCounts: countCalls(db, secrets, patient) })
const processes = databases.map((db) => start(db))

/** How many of so many calls at once pass, each with the next process. */
async function pass(name: keyof typeof limits, key: string, calls: number): Promise<number> {
  const answers = await Promise.allSettled(
    Array.from({ length: calls }, (_, n) => processes[n % many]?.take(name, key)),
  )
  return answers.filter(({ status }) => status === 'fulfilled').length
}

test('whoever spreads calls over twenty processes gets what one process allows, and no call more', async () => {
  expect(await pass('mails', '203.0.113.7', 200)).toBe(5)
  expect(await pass('calls', 'ada', 1_000)).toBe(200)
  expect(await pass('daily', 'ada@example.org', 60)).toBe(3)
  expect(await pass('mails', '203.0.113.8', 3), 'others have their own').toBe(3)
  clock.ms += 1_000
  expect(await pass('calls', 'ada', 400), 'a tenth of the time, a tenth of the limit').toBe(20)
  expect(await pass('mails', '203.0.113.7', 40)).toBe(0)
  expect(faults).toEqual([])
})

test('a process that starts anew, or has the next secret already, forgives nothing', async () => {
  expect(await pass('mails', '203.0.113.9', 20)).toBe(5)
  const [db] = databases
  if (db === undefined) throw new Error('no database')
  for (const secrets of [['secret'], ['next', 'secret']] as const)
    await expect(start(db, secrets).take('mails', '203.0.113.9')).rejects.toMatchObject({
      code: 'rate-limited',
      limit: 5,
      retryAfterSeconds: 720,
    })
})

test('nothing stored names whoever is counted', async () => {
  await pass('daily', 'grace@example.org', 1)
  const { rows } = await postgresRows('select encode(key, $$hex$$) as key, slots::text from protection_limits.cells')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/grace|203\.0\.113/u)
  for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{32}$/u)
})

test('while the database does not answer, a process counts alone, and calls wait for it no longer than they may', async () => {
  const told: unknown[] = []
  const gone = openDatabase({ connectionString: apiUrl, max: 1 })
  await gone.close()
  const limiter = createCallLimiter('test', limits, {
    now: () => new Date(clock.ms),
    callCounts: countCalls(gone, ['secret'], { onFailure: (error) => void told.push(error) }),
  })
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => limiter.take('mails', 'nobody')))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(told).toHaveLength(1)
})

async function postgresRows(text: string) {
  const db = openDatabase({ connectionString: databaseUrl, max: 1 })
  try {
    return await db.pool.query<{ key: string; slots: string }>(text)
  } finally {
    await db.close()
  }
}
