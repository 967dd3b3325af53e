import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { solve } from './testing/browser.ts'
import { rolledCount } from './testing/rolled-counts.ts'
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
  const answers = Promise.all(
    verifications.map(({ verificationId }, index) => answer(it.app, verificationId, bodies[index] ?? {})),
  )
  await answers
  await it.service.drain()
  const [row] = await it.db.query<{ rows: number }>(
    'test-rows',
    'select count(*)::int as rows from captcha.verifications',
  )
  expect([await rolledCount(it, 'issued'), await rolledCount(it, 'passed'), row?.rows]).toEqual([20, 20, 20])
})

test('counts that could not be written are kept and written later', async () => {
  const it = await cluster.startService()
  const site = await makeSite(it)
  await started(it.app, { siteKey: site.siteKey })
  await it.db.pool.query('alter table captcha.pending_counts rename to hidden')
  await expect(it.service.drain()).rejects.toThrow('pending_counts')
  await it.db.pool.query('alter table captcha.hidden rename to pending_counts')
  await it.service.drain()
  expect(await rolledCount(it, 'issued')).toBe(1)
})
