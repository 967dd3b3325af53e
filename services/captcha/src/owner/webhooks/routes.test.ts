import { problemSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { addWebhookSite, codeOf, events, withSecret } from '../../testing/alerts/add-webhook-site.ts'
import { startAlertCluster, startReceiver } from '../../testing/alerts/start-alerts.ts'

const cluster = await startAlertCluster()
afterAll(() => cluster.stop())
const it = await cluster.startAlerts()

test('a webhook is made, changed, turned off and on, and deleted, by admins alone', async () => {
  const { call, create } = await addWebhookSite(it)
  const { webhook, secret } = await create('http://127.0.0.1:1/hook')
  expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/u)
  expect(webhook).toMatchObject({ active: true, inactiveReason: null, events, version: 1 })
  expect((await call('GET', '', 'vera')).json()).toEqual({ items: [webhook], nextCursor: null })
  const change = {
    url: 'http://127.0.0.1:2/',
    events: ['alert.reminder'],
    description: 'Chat',
    active: false,
    version: 1,
  }
  const changed = (await call('PUT', `/${webhook.id}`, 'ada', change)).json()
  expect(changed).toMatchObject({ ...change, version: 2, inactiveReason: 'MEMBER' })
  expect(codeOf(await call('PUT', `/${webhook.id}`, 'ada', change))).toBe('version-conflict')
  expect((await call('PUT', `/${webhook.id}`, 'ada', { ...change, active: true, version: 2 })).json()).toMatchObject({
    active: true,
    inactiveReason: null,
  })
  expect((await call('DELETE', `/${webhook.id}`, 'ada')).statusCode).toBe(204)
  expect(codeOf(await call('DELETE', `/${webhook.id}`, 'ada'))).toBe('not-found')
  expect((await call('GET', '', 'vera')).json()).toEqual({ items: [], nextCursor: null })
})

test.for<[string | undefined, number, number]>([
  [undefined, 401, 401],
  ['stranger', 404, 404],
  ['eve', 404, 404],
  ['vera', 200, 403],
  ['mia', 200, 403],
])('%s may read: %d, and change: %d', async ([cookie, read, write]) => {
  const { call, create } = await addWebhookSite(it)
  const { webhook } = await create('http://127.0.0.1:1/hook')
  // Admin of a solution, but of another one.
  it.roles.set(`eve ${(await addWebhookSite(it)).solutionId}`, 'ADMIN')
  for (const [method, path, payload] of everyCall(webhook))
    expect((await call(method, path, cookie, payload)).statusCode, `${method} ${path}`).toBe(
      method === 'GET' ? read : write,
    )
})

test('an API key reads and changes no webhook', async () => {
  const { call, create, solutionId } = await addWebhookSite(it)
  const { webhook } = await create('http://127.0.0.1:1/hook')
  for (const [method, path, payload] of everyCall(webhook))
    expect(codeOf(await call(method, path, `key ${solutionId}`, payload)), `${method} ${path}`).toBe('person-required')
})

test('a webhook of another site is not there', async () => {
  const mine = await addWebhookSite(it)
  const { webhook } = await (await addWebhookSite(it)).create('http://127.0.0.1:1/hook')
  for (const [method, path, payload] of everyCall(webhook).filter(([, address]) => address !== ''))
    expect(codeOf(await mine.call(method, path, 'ada', payload)), `${method} ${path}`).toBe('not-found')
})

test('a site has at most ten webhooks, however many are made at once', async () => {
  const { call } = await addWebhookSite(it)
  const made = await Promise.all(
    Array.from({ length: 14 }, () => call('POST', '', 'ada', { url: 'http://127.0.0.1:1/', events })),
  )
  expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
  expect(made.filter((response) => response.statusCode === 429 && codeOf(response) === 'quota-exceeded')).toHaveLength(
    4,
  )
})

test.for<[string, object]>([
  ['no event', { events: [] }],
  ['an event twice', { events: ['alert.raised', 'alert.raised'] }],
  ['an unknown event', { events: ['ping'] }],
  ['no address', { url: '' }],
  ['an address of another kind', { url: 'ftp://127.0.0.1/' }],
  ['credentials in the address', { url: 'http://a:b@127.0.0.1/' }],
  ['two lines of description', { description: 'a\nb' }],
])('%s is refused', async ([, change]) => {
  const { call } = await addWebhookSite(it)
  expect(codeOf(await call('POST', '', 'ada', { url: 'http://127.0.0.1:1/', events, ...change }))).toBe(
    'validation-failed',
  )
})

test('without the permission of the operator no webhook leads into the own network, whatever its name resolves to', async () => {
  const receiver = await startReceiver()
  const closed = await cluster.startAlerts({
    allowPrivateWebhooks: false,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const { call } = await addWebhookSite(closed)
  for (const [url, code] of [
    [receiver.url, 'not-https'],
    ['https://127.0.0.1/', 'private'],
    ['https://[::ffff:a9fe:a9fe]/', 'private'],
    ['https://localhost/', 'private'],
    ['https://shop.example:5432/', 'port'],
  ] as const) {
    const response = await call('POST', '', 'ada', { url, events })
    expect([response.statusCode, problemSchema.parse(response.json()).errors]).toEqual([
      422,
      [{ pointer: '/url', code }],
    ])
  }
  const { webhook } = withSecret.parse((await call('POST', '', 'ada', { url: 'https://shop.example/', events })).json())
  expect((await call('POST', `/${webhook.id}/test`, 'ada')).json()).toMatchObject({
    status: 'FAILED',
    httpStatus: null,
    error: 'private-address',
  })
})

test('the secret is shown once, and stored so that the database alone does not tell it', async () => {
  const { call, create } = await addWebhookSite(it)
  const { webhook, secret } = await create('http://127.0.0.1:1/')
  expect((await call('GET', '', 'ada')).body).not.toContain('whsec_')
  const [row] = await it.db.query<{ text: string; bytes: Buffer }>(
    'test-secret',
    'select w::text as text, secret as bytes from captcha.webhooks w where id = $1',
    [webhook.id],
  )
  expect(row?.text).not.toContain(secret.slice(6))
  expect(row?.bytes.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  expect(row?.bytes.includes(secret)).toBe(false)
})

function everyCall({ id, url }: { id: string; url: string }) {
  const body = { url, events, description: '' }
  return [
    ['GET', '', undefined],
    ['GET', `/${id}/deliveries`, undefined],
    ['POST', '', body],
    ['PUT', `/${id}`, { ...body, active: true, version: 1 }],
    ['POST', `/${id}/secrets`, undefined],
    ['POST', `/${id}/test`, undefined],
    ['POST', `/${id}/deliveries/${id}/redeliveries`, undefined],
    ['DELETE', `/${id}`, undefined],
  ] as const
}
