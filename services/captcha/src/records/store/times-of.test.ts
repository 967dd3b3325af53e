import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createIsRecorded } from './is-recorded.ts'
import { keepPartitions } from './keep-partitions.ts'
import { recordVerifications } from './record-verifications.ts'
import { redeemResults } from './redeem-results.ts'
import { createVerificationId, timesOf } from './verification-id.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const dayMs = 86_400_000

test('the bounds of some times are the first and the last of them', () => {
  expect(timesOf([5, 3, 9, 3])).toEqual([3, 9])
  expect(timesOf([7])).toEqual([7, 7])
})

test('however many days the log has, a result is looked for on its own day', async () => {
  // Which plan a connection keeps hangs on what it has planned before.
  const { db } = await databases.createOwn()
  const now = Date.now()
  for (let day = 0; day < 40; day += 10)
    await keepPartitions(db, now - day * dayMs, { daysAhead: 8, retentionDays: 400 })
  const { siteId } = await insertTestSite(db, randomUUIDv7())
  const row = rowAt(now - 1_000, { siteId })
  await recordVerifications(db, [row])
  const touched = () =>
    db.transaction(async (tx) => {
      await redeemResults(tx, [{ id: row.id, issuedAt: row.issuedAt, siteId, apiKeyId: 1, now }])
      await createIsRecorded({ ...db, query: tx.query.bind(tx) })(row.id)
      const locks = await tx.query<{ name: string }>(
        'test-locks',
        `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
         where l.pid = pg_backend_pid() and c.relkind = 'r' and c.relname like 'verifications%'`,
      )
      return locks.map(({ name }) => name)
    })
  // After five times on a connection PostgreSQL thinks once about a plan for all values, which would hold every partition.
  for (let time = 0; time < 8; time++) await touched()
  expect(await touched()).toEqual([
    `verifications_${new Date(row.issuedAt).toISOString().slice(0, 10).replaceAll('-', '')}`,
  ])
})

test('whoever makes up ids of any time disturbs nobody who asks at the same moment', async () => {
  const { db } = await databases.create()
  const now = Date.now()
  await keepPartitions(db, now, { daysAhead: 1, retentionDays: 30 })
  const { siteId } = await insertTestSite(db, randomUUIDv7())
  const row = rowAt(now - 1_000, { siteId })
  await recordVerifications(db, [row])
  const isRecorded = createIsRecorded(db)
  const madeUp = [0, 1, 2 ** 48 - 1].map((at) => createVerificationId(at, randomBytes(10)))
  expect(await Promise.all([...madeUp, row.id].map(isRecorded))).toEqual([false, false, false, true])
})
