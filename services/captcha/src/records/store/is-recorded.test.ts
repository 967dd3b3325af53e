import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass } from '../../testing/walk-through.ts'
import { createIsRecorded } from './is-recorded.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()

test('those who ask at the same time share queries, and each hears of their own verification', async () => {
  const site = await makeSite(it)
  const { verificationId } = await pass(it.app, site.siteKey)
  let queries = 0
  const query: typeof it.db.query = (...call: Parameters<typeof it.db.query>) => {
    queries++
    return it.db.query<never>(...call)
  }
  const isRecorded = createIsRecorded({ ...it.db, query })
  const sameTime = `${verificationId.slice(0, 14)}7000-8000-000000000000`
  const ids = [sameTime, verificationId, crypto.randomUUID(), verificationId, 'ffffffff-ffff-7000-8000-000000000000']
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => isRecorded(ids[index % ids.length] ?? '')),
  )
  expect(answers.slice(0, 5)).toEqual([false, true, false, true, false])
  expect(answers.filter(Boolean)).toHaveLength(40)
  expect(queries).toBeLessThanOrEqual(3)
})
