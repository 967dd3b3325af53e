import { openDatabase } from '@bollard/database'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { rowAt } from '../../testing/row-at.ts'
import { startCluster } from '../../testing/start-service.ts'
import { keepPartitions } from './keep-partitions.ts'
import { recordVerifications } from './record-verifications.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const dayMs = 86_400_000

test('partitions are made ahead, take in rows that came too early, and go at the end of their retention', async () => {
  const { db, clock } = await cluster.startService()
  const count = async (partition: string) =>
    (await db.pool.query<{ n: number }>(`select count(*)::int as n from captcha.${partition}`)).rows[0]?.n
  const future = clock.now + 20 * dayMs
  await recordVerifications(db, [rowAt(clock.now), rowAt(future)])
  expect(await count('verifications_default')).toBe(1)

  await Promise.all([0, 1].map(() => keepPartitions(db, future, { daysAhead: 7, retentionDays: 30 })))
  expect(await count('verifications_default')).toBe(0)
  expect(await count(`verifications_${new Date(future).toISOString().slice(0, 10).replaceAll('-', '')}`)).toBe(1)
  expect(await count('verifications')).toBe(2)

  await keepPartitions(db, future + 15 * dayMs, { daysAhead: 7, retentionDays: 30 })
  expect(await count('verifications')).toBe(1)
})

test('a backup that holds the log holds up no answer: days are dropped and made after it', async () => {
  const { db, clock, connectionString } = await cluster.startService()
  await recordVerifications(db, [rowAt(clock.now)])
  const later = clock.now + 40 * dayMs
  await recordVerifications(db, [rowAt(later)])
  const keep = () => keepPartitions(db, later, { daysAhead: 1, retentionDays: 30 })
  // What is held up for longer than a tenth of the limit of a statement fails here.
  const answers = openDatabase({ connectionString, statementTimeoutMs: 500 })
  onTestFinished(() => answers.close())
  await db.transaction(async (backup) => {
    await backup.query('test-dump', 'lock table captcha.verifications, captcha.redemptions in access share mode')
    const kept = Promise.all([keep(), keep()])
    const ended = kept.then(() => true)
    let answered = 0
    while (!(await Promise.race([ended, Promise.resolve(false)]))) {
      expect(await recordVerifications(answers, [rowAt(later)])).toEqual(['recorded'])
      answered += 1
    }
    expect(await kept).toEqual(['later', 'later'])
    expect(answered).toBeGreaterThan(0)
  })
  expect(await keep()).toBe('done')
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(*)::int as n from captcha.verifications where issued_at < $1',
    [new Date(later - 31 * dayMs)],
  )
  expect(rows[0]?.n).toBe(0)
  expect(
    (await db.pool.query<{ n: number }>('select count(*)::int as n from captcha.verifications_default')).rows[0]?.n,
  ).toBe(0)
})

test('a free text that could break a statement is stored as it is', async () => {
  const { db, clock } = await cluster.startService()
  const row = { ...rowAt(clock.now), hostname: `a"b\\c{},'NULL\n`, browser: 'NULL', language: 'x\0y\ud800' }
  await recordVerifications(db, [row, rowAt(clock.now)])
  const [stored] = await db.query<{ hostname: string; browser: string; language: string }>(
    'test-text',
    'select hostname, browser, language from captcha.verifications where id = $1',
    [row.id],
  )
  expect(stored).toEqual({ hostname: row.hostname, browser: 'NULL', language: 'xy\ufffd' })
})
