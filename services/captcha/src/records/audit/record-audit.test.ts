import { type AuditRow, listAudit } from '@bollard/audit'
import { captchaRoutes } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { goodBodies } from '../../testing/good-bodies.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { pass } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({ trustedProxies: ['127.0.0.1'] })
const bodies = goodBodies(it.clock.now)

async function makeOwnSite(): Promise<TestSite> {
  const site = await makeSite(it)
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  return site
}

type Method = 'POST' | 'PUT' | 'DELETE'
async function call<Body>(
  method: Method,
  { solutionId }: TestSite,
  path: string,
  payload?: object,
  headers: Record<string, string> = { cookie: 'ada' },
) {
  it.clock.now += 1_000
  const answer = await it.app.inject({
    method,
    url: `/captcha/v1/sites/${solutionId}/${path}`,
    headers,
    ...(payload && { payload }),
  })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.statusCode === 204 ? ({} as Body) : answer.json<Body>()
}
const entries = async ({ solutionId }: TestSite): Promise<AuditRow[]> =>
  (await listAudit(it.db, 'SOLUTION', solutionId, { limit: 50 })).items
const latest = async (site: TestSite): Promise<AuditRow | undefined> => (await entries(site))[0]
type Made = { id: string; version: number; prefix: string; last4: string; secretKey: string }

test('an entry says who called, when, and from which network', async () => {
  const site = await makeOwnSite()
  const settings = captchaRoutes.putSiteSettings.body.schema.parse(bodies.putSiteSettings)
  await call('PUT', site, 'settings', settings, {
    cookie: 'ada',
    'user-agent': 'Test/1',
    'x-forwarded-for': '203.0.113.77',
  })
  expect(await entries(site)).toEqual([
    {
      id: '1',
      at: new Date(it.clock.now).toISOString(),
      actor: { kind: 'USER', id: 'ada' },
      action: 'settings.updated',
      target: null,
      before: { threshold: 0.5, widget: { invisible: false, translations: {} } },
      after: { threshold: 0.6, widget: { invisible: true, translations: { de: { ready: 'Ich bin ein Mensch' } } } },
      network: '203.0.113.0/24',
      userAgent: 'Test/1',
      requestId: expect.any(String),
    },
  ])
})

test('a server is named by the public id of its API key', async () => {
  const site = await makeOwnSite()
  const key = await call<Made>('POST', site, 'api-keys', {
    name: 'Settings',
    scopes: ['manage'],
    environmentId: null,
    networks: [],
    expiresAt: null,
  })
  await call('POST', site, 'rules', bodies.createRule, { authorization: `Bearer ${key.secretKey}` })
  expect(await latest(site)).toMatchObject({
    action: 'rule.created',
    actor: { kind: 'API_KEY', id: key.id },
    after: { name: 'No bots' },
  })
})

test('keys are told by how they begin and end, through their whole life', async () => {
  const site = await makeOwnSite()
  const { id, prefix, last4 } = await call<Made>('POST', site, 'api-keys', bodies.createApiKey)
  const created = {
    name: 'Server',
    prefix,
    last4,
    scopes: ['verify'],
    environmentId: null,
    networks: ['192.0.2.0/24'],
    expiresAt: null,
  }
  expect(await latest(site)).toMatchObject({
    action: 'api-key.created',
    target: { kind: 'api-key', id },
    before: null,
    after: created,
  })
  await call('PUT', site, `api-keys/${id}`, { ...bodies.updateApiKey, name: 'Shop' })
  expect(await latest(site)).toMatchObject({
    action: 'api-key.updated',
    before: { name: 'Server', networks: ['192.0.2.0/24'] },
    after: { name: 'Shop', networks: [] },
  })
  const next = await call<Made>('POST', site, `api-keys/${id}/rotations`, bodies.rotateApiKey)
  const both = {
    before: { id, prefix, last4 },
    after: { id: next.id, prefix: next.prefix, last4: next.last4, overlapHours: 1 },
  }
  expect(await latest(site)).toMatchObject({ action: 'api-key.rotated', target: { kind: 'api-key', id }, ...both })
  await call('DELETE', site, `api-keys/${next.id}`)
  expect(await latest(site)).toMatchObject({
    action: 'api-key.revoked',
    target: { id: next.id },
    before: { name: 'Shop' },
    after: null,
  })
})

test('the end of an environment tells which keys ended with it', async () => {
  const site = await makeOwnSite()
  const { id } = await call<Made>('POST', site, 'environments', bodies.createEnvironment)
  const created = await latest(site)
  expect(created).toMatchObject({
    action: 'environment.created',
    target: { kind: 'environment', id },
    after: { name: 'Staging', apiKey: { prefix: expect.any(String) } },
  })
  await call('DELETE', site, `environments/${id}`)
  const { apiKey } = z.object({ apiKey: z.object({ id: z.string() }) }).parse(created?.after)
  expect(await latest(site)).toMatchObject({
    action: 'environment.archived',
    before: { name: 'Staging', apiKeys: [apiKey.id], bypassKeys: [] },
    after: null,
  })
})

test('of addresses in rules and settings their network is kept, of people’s mail the host, of a webhook where it leads', async () => {
  const site = await makeOwnSite()
  const values = ['192.0.2.77', '198.51.100.0/22', '198.51.100.16/28', '2001:db8:1:2::7']
  const conditions = [
    { field: 'ip', values },
    { field: 'network', values: ['Rack & Sons'] },
  ]
  await call('POST', site, 'rules', { name: 'Them', priority: 1, conditions, action: { type: 'BLOCK' } })
  expect((await latest(site))?.after?.['conditions']).toMatchObject([
    { field: 'ip', values: ['192.0.2.0/24', '198.51.100.0/22', '198.51.100.0/24', '2001:db8:1::/48'] },
    { field: 'network', values: ['Rack & Sons'] },
  ])
  await call('PUT', site, 'alerts', { ...bodies.putAlertSettings, version: 1 })
  expect(await latest(site)).toMatchObject({
    action: 'alert-settings.updated',
    before: { recipients: [] },
    after: { recipients: [{ email: 'a…@shop.example', language: 'de' }] },
  })
  const { webhook } = await call<{ webhook: Made }>('POST', site, 'webhooks', {
    ...bodies.createWebhook,
    url: 'https://hooks.example/T1/secret?key=1',
  })
  expect(await latest(site)).toMatchObject({
    action: 'webhook.created',
    target: { id: webhook.id },
    after: { url: 'https://hooks.example/…', active: true },
  })
  await call('POST', site, `webhooks/${webhook.id}/secrets`)
  expect(await latest(site)).toMatchObject({
    action: 'webhook-secret.rotated',
    before: null,
    after: { formerSecretUntil: expect.any(String) },
  })
})

test('an erasure tells its kind and not what it names, and an export its filters without whole addresses', async () => {
  const site = await makeOwnSite()
  const { id } = await call<Made>('POST', site, 'erasures', bodies.createErasure)
  expect(await latest(site)).toMatchObject({
    action: 'erasure.requested',
    target: { kind: 'erasure', id },
    before: null,
  })
  expect((await latest(site))?.after).toEqual({ scope: 'NETWORK' })
  await call('POST', site, 'exports', { format: 'CSV', filters: { country: 'DE', network: '198.51.100.7' } })
  expect((await latest(site))?.after).toEqual({ format: 'CSV', filters: { country: 'DE', network: '198.51.100.0/24' } })
})

test('what is very long is kept as its length and hash', async () => {
  const site = await makeOwnSite()
  const values = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(250)}`)
  const rule = { name: 'Long', priority: 1, conditions: [{ field: 'userAgent', values }], action: { type: 'BLOCK' } }
  await call('POST', site, 'rules', rule)
  expect((await latest(site))?.after).toMatchObject({
    name: 'Long',
    conditions: { characters: expect.any(Number), sha256: expect.stringMatching(/^[\da-f]{64}$/u) },
  })
})

test('feedback is told with what was said before, and taking back what was not said is no change', async () => {
  const site = await makeOwnSite()
  const { verificationId } = await pass(it.app, site.siteKey)
  const path = `verifications/${verificationId}/feedback`
  await call('DELETE', site, path)
  expect(await entries(site)).toEqual([])
  await call('PUT', site, path, { label: 'BOT' })
  await call('PUT', site, path, { label: 'PERSON' })
  await call('DELETE', site, path)
  const [bot, person] = [
    { label: 'BOT', by: 'MEMBER' },
    { label: 'PERSON', by: 'MEMBER' },
  ]
  expect((await entries(site)).map(({ action, target, before, after }) => [action, target, before, after])).toEqual([
    ['feedback.removed', { kind: 'verification', id: verificationId }, person, null],
    ['feedback.given', { kind: 'verification', id: verificationId }, bot, person],
    ['feedback.given', { kind: 'verification', id: verificationId }, null, bot],
  ])
})

test('each of many changes at once is told with the state that it really found', async () => {
  const site = await makeOwnSite()
  const { id } = await call<Made>('POST', site, 'rules', bodies.createRule)
  const update = (name: string) =>
    call('PUT', site, `rules/${id}`, { ...bodies.updateRule, name }).then(
      () => 'changed',
      () => 'refused',
    )
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => update(`Name ${index}`)))
  expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1)
  const all = await entries(site)
  expect(all.map(({ action }) => action)).toEqual(['rule.updated', 'rule.created'])
  expect(all[0]).toMatchObject({ before: { name: 'No bots' }, after: { name: expect.stringMatching(/^Name \d$/u) } })
})

test('an id in capitals names the same in the log, and a secret that was replaced by it still signs', async () => {
  const site = await makeOwnSite()
  const { webhook } = await call<{ webhook: Made }>('POST', site, 'webhooks', bodies.createWebhook)
  await call('POST', site, `webhooks/${webhook.id.toUpperCase()}/secrets`)
  expect(await latest(site)).toMatchObject({ action: 'webhook-secret.rotated', target: { id: webhook.id } })
  const { error } = await call<{ error: string }>('POST', site, `webhooks/${webhook.id}/test`)
  expect(error).not.toBe('secret')
  const { verificationId } = await pass(it.app, site.siteKey)
  await call('PUT', site, `verifications/${verificationId.toUpperCase()}/feedback`, { label: 'BOT' })
  expect(await latest(site)).toMatchObject({
    action: 'feedback.given',
    target: { kind: 'verification', id: verificationId },
  })
})
