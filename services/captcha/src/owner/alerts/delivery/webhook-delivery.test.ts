import { randomBytes } from 'node:crypto'
import { captchaRoutes } from '@bollard/contracts'
import { verifyWebhook } from '@bollard/webhooks'
import { afterAll, expect, test } from 'vitest'
import { addWebhookSite, codeOf, events, webhooksOf, withSecret } from '../../../testing/alerts/add-webhook-site.ts'
import {
  addTraffic,
  type Received,
  startAlertCluster,
  startReceiver,
  type TestAlerts,
  testSigningKeys,
} from '../../../testing/alerts/start-alerts.ts'
import { dayMs, hourMs, minuteMs } from './alert-times.ts'

const webhookDelivery = captchaRoutes.testWebhook.response.schema
const cluster = await startAlertCluster()
afterAll(() => cluster.stop())
const it = await cluster.startAlerts()

test('a change of an alert reaches its webhooks, signed, and only those that asked for it', async () => {
  const site = await addWebhookSite(it)
  const [both, ended] = [await startReceiver(), await startReceiver()]
  const { webhook, secret } = await site.create(both.url)
  await site.create(ended.url, ['alert.ended'])
  await attack(site)
  expect([both.received.length, ended.received.length]).toEqual([1, 0])
  expect(readingOf(both.received[0], secret)).toBe('valid')
  expect(JSON.parse(both.received[0]?.body ?? '')).toEqual({
    type: 'alert.raised',
    timestamp: new Date(it.clock.now).toISOString(),
    data: {
      eventId: expect.any(String),
      alertId: expect.any(String),
      solutionId: site.solutionId,
      change: 'RAISED',
      raisedAt: new Date(it.clock.now).toISOString(),
      endedAt: null,
      facts: { kind: 'ATTACK', signal: 'STOPPED', count: 500, usual: 0, minutes: 15 },
    },
  })
  const [delivery] = await site.deliveries(webhook)
  expect(delivery).toMatchObject({
    id: both.received[0]?.headers['webhook-id'],
    type: 'alert.raised',
    status: 'DELIVERED',
    attempts: 1,
    httpStatus: 204,
    error: null,
    nextTryAt: null,
  })
  for (let minute = 0; minute < 80; minute++) await tick(it, minuteMs)
  expect([both.received.length, ended.received.length]).toEqual([2, 1])
})

test('a ping is sent at once and tells what the receiver answered; not without end', async () => {
  const site = await addWebhookSite(it)
  const receiver = await startReceiver()
  const { webhook, secret } = await site.create(receiver.url)
  expect((await site.call('POST', `/${webhook.id}/test`, 'ada')).json()).toMatchObject({
    type: 'ping',
    status: 'DELIVERED',
    httpStatus: 204,
  })
  expect(readingOf(receiver.received[0], secret)).toBe('valid')
  receiver.answer.status = 500
  expect((await site.call('POST', `/${webhook.id}/test`, 'ada')).json()).toMatchObject({
    status: 'FAILED',
    httpStatus: 500,
    error: 'status',
  })
  const more = await Promise.all(Array.from({ length: 12 }, () => site.call('POST', `/${webhook.id}/test`, 'ada')))
  expect(more.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4)
  await tick(it, dayMs)
  expect(receiver.received).toHaveLength(10)
  expect((await site.deliveries(webhook)).map(({ status }) => status)).toContain('DELIVERED')
})

test('a message is sent again with its id and a new signature, and what was asked and answered can be read', async () => {
  const site = await addWebhookSite(it)
  const receiver = await startReceiver()
  receiver.answer.status = 500
  receiver.answer.body = 'no such table'
  const { webhook, secret } = await site.create(receiver.url)
  const { id } = webhookDelivery.parse((await site.call('POST', `/${webhook.id}/test`, 'ada')).json())
  const [failed] = await site.deliveries(webhook)
  expect(failed).toMatchObject({
    id,
    status: 'FAILED',
    durationMs: expect.any(Number),
    // The receiver is in a private network.
    responseBody: null,
    requestBody: receiver.received[0]?.body,
    requestHeaders: {
      'webhook-id': id,
      'webhook-timestamp': receiver.received[0]?.headers['webhook-timestamp'],
      'webhook-signature': 'v1,…',
    },
  })
  receiver.answer.status = 200
  receiver.answer.body = 'thank you'
  it.clock.now += 5_000
  const again = await site.call('POST', `/${webhook.id}/deliveries/${id}/redeliveries`, 'ada')
  expect(again.json()).toMatchObject({ id, status: 'DELIVERED', attempts: 2, httpStatus: 200, error: null })
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  expect(readingOf(receiver.received[1], secret)).toBe('valid')
  expect(await site.deliveries(webhook)).toEqual([again.json()])
  expect(again.body).not.toContain(String(receiver.received[1]?.headers['webhook-signature']).slice(3))
})

test('a message that is still being tried is not sent beside that, nor one of another webhook, nor without end', async () => {
  const site = await addWebhookSite(it)
  const receiver = await startReceiver()
  receiver.answer.status = 503
  const [first, other] = [await site.create(receiver.url), await site.create(receiver.url)]
  await attack(site)
  const [pending] = await site.deliveries(first.webhook)
  const send = (webhook: { id: string }, deliveryId = '') =>
    site.call('POST', `/${webhook.id}/deliveries/${deliveryId}/redeliveries`, 'ada')
  expect(codeOf(await send(first.webhook, pending?.id))).toBe('state-conflict')
  expect(codeOf(await send(other.webhook, pending?.id))).toBe('not-found')
  const { id } = webhookDelivery.parse((await site.call('POST', `/${first.webhook.id}/test`, 'ada')).json())
  const sent = receiver.received.length
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(first.webhook, id)))
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  expect(receiver.received).toHaveLength(sent + 10)
})

test('for a day after a change of the secret both the old and the new one verify, then the new one alone', async () => {
  const site = await addWebhookSite(it)
  const receiver = await startReceiver()
  const { webhook, secret: old } = await site.create(receiver.url)
  const rotated = withSecret.parse((await site.call('POST', `/${webhook.id}/secrets`, 'ada')).json())
  expect(rotated.webhook.formerSecretUntil).toBe(new Date(it.clock.now + dayMs).toISOString())
  const ping = () => site.call('POST', `/${webhook.id}/test`, 'ada')
  it.clock.now += dayMs - 1_000
  await ping()
  expect([old, rotated.secret].map((secret) => readingOf(receiver.received[0], secret))).toEqual(['valid', 'valid'])
  it.clock.now += 1_000
  await ping()
  expect([old, rotated.secret].map((secret) => readingOf(receiver.received[1], secret))).toEqual([
    'signature-invalid',
    'valid',
  ])
  expect(webhooksOf(await site.call('GET', '', 'vera'))[0]?.formerSecretUntil).toBeNull()
})

test('what fails is tried again after the times of the specification, with the same id, and then given up', async () => {
  const site = await addWebhookSite(it)
  const receiver = await startReceiver()
  receiver.answer.status = 503
  const { webhook } = await site.create(receiver.url, ['alert.raised'])
  await attack(site)
  for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
    await tick(it, seconds * 1_000 - 1_000)
    expect(receiver.received, `before wait ${index}`).toHaveLength(index + 1)
    await tick(it, 1_000)
    expect(receiver.received, `after wait ${index}`).toHaveLength(index + 2)
  }
  await tick(it, 3 * dayMs)
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
  expect(await site.deliveries(webhook)).toMatchObject([
    { status: 'FAILED', attempts: 10, httpStatus: 503, error: 'status', nextTryAt: null },
  ])
  expect(webhooksOf(await site.call('GET', '', 'vera'))).toMatchObject([{ active: true }])
})

test('a receiver that answers 410 is left alone at once, and its owner is told', async () => {
  const site = await addWebhookSite(it)
  const receiver = await startReceiver()
  receiver.answer.status = 410
  const { webhook } = await site.create(receiver.url)
  const mails = it.mails.length
  await attack(site)
  await tick(it, hourMs)
  expect(receiver.received).toHaveLength(1)
  expect(webhooksOf(await site.call('GET', '', 'vera'))).toMatchObject([{ active: false, inactiveReason: 'GONE' }])
  expect(await site.deliveries(webhook)).toMatchObject([{ status: 'FAILED', httpStatus: 410, error: 'gone' }])
  expect(it.mails.slice(mails).map(({ tag }) => tag)).toContain('captcha-webhook-disabled')
})

test('a webhook that takes nothing for five days is turned off, its owner is told once, and it can be turned on again', async () => {
  const own = await cluster.startAlerts()
  const site = await addWebhookSite(own)
  const receiver = await startReceiver()
  receiver.answer.status = 500
  const { webhook } = await site.create(receiver.url, ['alert.raised', 'alert.reminder'])
  const state = async () => webhooksOf(await site.call('GET', '', 'vera'))[0]
  // A new attack every day: no single message is tried for five days.
  for (let hour = 0; hour < 5 * 24 + 2; hour++) {
    if (hour % 24 === 0) await addTraffic(own.db, site, [{ at: own.clock.now, refused: 500 * 4 ** (hour / 24) }])
    if (hour === 4 * 24) expect(await state()).toMatchObject({ active: true, failingSince: expect.any(String) })
    for (let quarter = 0; quarter < 4; quarter++) await tick(own, hourMs / 4)
  }
  expect(await state()).toMatchObject({ active: false, inactiveReason: 'FAILING' })
  expect(own.mails.filter(({ tag }) => tag === 'captcha-webhook-disabled')).toHaveLength(1)
  const tried = receiver.received.length
  await tick(own, dayMs)
  expect(receiver.received).toHaveLength(tried)
  expect((await site.deliveries(webhook)).filter(({ status }) => status === 'PENDING')).toEqual([])
  receiver.answer.status = 200
  const { url, description, version } = (await state()) ?? webhook
  const on = await site.call('PUT', `/${webhook.id}`, 'ada', { url, events, description, version, active: true })
  expect(on.json()).toMatchObject({ active: true, failingSince: null })
  await addTraffic(own.db, site, [{ at: own.clock.now, refused: 10_000_000 }])
  await tick(own, minuteMs)
  expect(receiver.received).toHaveLength(tried + 1)
  expect(own.errors).toEqual([])
})

test('two troubles months apart are not five days of failure', async () => {
  const own = await cluster.startAlerts()
  const site = await addWebhookSite(own)
  const receiver = await startReceiver()
  receiver.answer.status = 500
  await site.create(receiver.url, ['alert.raised'])
  for (const refused of [500, 50_000]) {
    await addTraffic(own.db, site, [{ at: own.clock.now, refused }])
    await tick(own, minuteMs)
    for (let hour = 0; hour < 4 * 24; hour++) await tick(own, hourMs)
    own.clock.now += 60 * dayMs
  }
  expect(receiver.received).toHaveLength(20)
  expect(webhooksOf(await site.call('GET', '', 'vera'))).toMatchObject([{ active: true }])
})

test('messages that wait survive the process, and a new key of the service still signs with old secrets', async () => {
  const own = await cluster.startAlerts()
  const site = await addWebhookSite(own)
  const receiver = await startReceiver()
  receiver.answer.status = 500
  const { webhook: made, secret: before } = await site.create(receiver.url)
  const { secret } = withSecret.parse((await site.call('POST', `/${made.id}/secrets`, 'ada')).json())
  await addTraffic(own.db, site, [{ at: own.clock.now, refused: 500 }])
  await own.alerts.tick()
  const anew = { id: 2, secret: randomBytes(32) }
  const next = await cluster.startAlerts({ beside: own, signingKeys: [anew, ...testSigningKeys] })
  receiver.answer.status = 200
  await tick(next, hourMs)
  expect(receiver.received.map((message) => readingOf(message, secret, own.clock.now - hourMs))).toHaveLength(2)
  expect(readingOf(receiver.received[1], secret, own.clock.now)).toBe('valid')
  // Once the secrets are sealed anew, the old key may go.
  const last = await cluster.startAlerts({ beside: own, signingKeys: [anew] })
  await addTraffic(own.db, site, [{ at: own.clock.now, refused: 0 }])
  for (let minute = 0; minute < 80; minute++) await tick(last, minuteMs)
  expect(
    readingOf(receiver.received.at(-1), secret, Number(receiver.received.at(-1)?.headers['webhook-timestamp']) * 1_000),
  ).toBe('valid')
  expect(receiver.received).toHaveLength(3)
  // For a day the receiver may still know the secret from before.
  const late = receiver.received.at(-1)
  expect(readingOf(late, before, Number(late?.headers['webhook-timestamp']) * 1_000)).toBe('valid')
  const lost = await cluster.startAlerts({ beside: own, signingKeys: [{ id: 3, secret: randomBytes(32) }] })
  lost.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const [webhook] = await own.db.query<{ id: string }>('test-webhook-id', 'select id from captcha.webhooks limit 1')
  const ping = await lost.app.inject({
    method: 'POST',
    url: `/captcha/v1/sites/${site.solutionId}/webhooks/${webhook?.id}/test`,
    headers: { cookie: 'ada' },
  })
  expect(ping.json()).toMatchObject({ status: 'FAILED', error: 'secret' })
})

/** An attack that is told of at once. */
async function attack(site: { siteId: number; timeZone: string }): Promise<void> {
  await addTraffic(it.db, site, [{ at: it.clock.now, refused: 500 }])
  await tick(it, minuteMs)
}

async function tick({ clock, alerts }: TestAlerts, afterMs: number): Promise<void> {
  clock.now += afterMs
  await alerts.tick()
}

function readingOf(message: Received | undefined, secret: string, now = it.clock.now): string {
  return message === undefined ? 'nothing came' : verifyWebhook(message, secret, Math.floor(now / 1_000))
}
