import { afterAll, expect, test } from 'vitest'
import { addWebhookSite } from '../testing/alerts/add-webhook-site.ts'
import { startAlertCluster, startReceiver } from '../testing/alerts/start-alerts.ts'
import { createOperating } from './operating.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())
const it = await cluster.startAlerts()
const operating = createOperating({
  db: it.db,
  nameOfNetwork: (asn) => (asn === 64_500 ? 'Example Net' : null),
  now: () => new Date(it.clock.now),
})

test('a message to a webhook that was given up is listed by its host, retried with the id that it had, and dropped', async () => {
  const site = await addWebhookSite(it)
  const receiver = await startReceiver()
  receiver.answer.status = 500
  const { webhook } = await site.create(receiver.url)
  await site.call('POST', `/${webhook.id}/test`, 'ada')
  const { deadLetters, measure } = operating.webhooks
  const [dead] = await deadLetters.list(10)
  expect(dead).toMatchObject({ kind: 'ping', to: new URL(receiver.url).host, attempts: 1, retryable: true })
  expect(await operating.alertMails.deadLetters.list(10)).toEqual([])
  expect(await operating.alertMails.deadLetters.retry(it.db, null)).toBe(0)
  expect(await deadLetters.retry(it.db, [dead?.id ?? ''])).toBe(1)
  expect(await measure()).toEqual({ depth: 1, oldestSeconds: 0, retries: 0, deadLetters: 0 })
  await it.db.query('test-given-up', `update captcha.alert_outbox set status = 'FAILED'`, [])
  expect(await deadLetters.drop(it.db, null)).toBe(1)
  expect(await measure()).toEqual({ depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0 })
})

test('clusters put verifications of several sites together, the most refused first', async () => {
  const sites = [await addWebhookSite(it), await addWebhookSite(it)]
  const hour = new Date(it.clock.now)
  for (const [index, { solutionId }] of sites.entries())
    for (const [dimension, value, n, refused] of [
      [0, '', 30, 20],
      [3, '64500', 20 + index, 15 + index],
      [3, '64501', 10, 1],
      [15, 'tls-contradiction', 12, 9],
      [15, 'webdriver', 20, 20],
    ] as const)
      await it.db.query(
        'test-rollup',
        `insert into captcha.rollup_hourly (site_id, environment_id, hour, dimension, value, n, passed, refused)
          select id, 0, $2, $3, $4, $5::integer, $5::integer - $6::integer, $6::integer from captcha.sites where solution_id = $1`,
        [solutionId, hour, dimension, value, n, refused],
      )
  const since = new Date(it.clock.now - 3_600_000)
  await it.db.query(
    'test-first-seen',
    'update captcha.sites set first_verification_at = $2 where solution_id = any ($1::uuid[])',
    [sites.map(({ solutionId }) => solutionId), hour],
  )
  const counted = [10, 1].map((max) => operating.countFirstVerified({ from: since, to: hour, max }))
  expect(await Promise.all(counted)).toEqual([2, 1])
  expect(await operating.countFirstVerified({ from: hour, to: new Date(it.clock.now + 1), max: 10 })).toBe(0)
  expect(await operating.listClusters('OPERATOR', since, 1)).toEqual([
    {
      value: '64500',
      name: 'Example Net',
      solutions: 2,
      verifications: 41,
      refused: 31,
      busiestSolutionId: sites[1]?.solutionId,
    },
  ])
  const tls = await operating.listClusters('TLS', since, 10)
  expect(tls.map(({ value, verifications }) => [value, verifications])).toEqual([['tls-contradiction', 24]])
  expect(await operating.listClusters('NETWORK', since, 10)).toEqual([])
})
