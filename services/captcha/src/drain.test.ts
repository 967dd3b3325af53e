import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { solve } from './testing/browser.ts'
import { makeSite, startCluster } from './testing/start-service.ts'
import { answer, started } from './testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())

test('draining writes everything that is gathered', async () => {
  const it = await cluster.startService()
  const site = await makeSite(it)
  const verifications = await Promise.all(Array.from({ length: 20 }, () => started(it.app, { siteKey: site.siteKey })))
  const bodies = await Promise.all(
    verifications.map(async ({ challenge }) => ({
      challenge: challenge.token,
      solution: await solve(challenge.token),
      workMs: 1,
      collected: collectedFor(challenge.token),
    })),
  )
  const answers = Promise.all(verifications.map(({ verificationId }, index) => answer(it.app, verificationId, bodies[index] ?? {})))
  await answers
  await it.service.drain()
  const [counts] = await it.db.query<{ issued: number; passed: number; rows: number }>(
    'test-counts',
    `select sum(n) filter (where kind = 10)::int as issued, sum(n) filter (where kind = 0)::int as passed,
       (select count(*)::int from captcha.verifications) as rows from captcha.counts_hourly`,
  )
  expect(counts).toEqual({ issued: 20, passed: 20, rows: 20 })
})

test('counts that could not be written are kept and written later', async () => {
  const it = await cluster.startService()
  const site = await makeSite(it)
  await started(it.app, { siteKey: site.siteKey })
  await it.db.pool.query('alter table captcha.counts_hourly rename to hidden')
  await expect(it.service.drain()).rejects.toThrow('counts_hourly')
  await it.db.pool.query('alter table captcha.hidden rename to counts_hourly')
  await it.service.drain()
  const [counts] = await it.db.query<{ n: number }>('test-issued', 'select sum(n)::int as n from captcha.counts_hourly where kind = 10')
  expect(counts?.n).toBe(1)
})
