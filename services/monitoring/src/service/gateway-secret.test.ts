import { randomBytes, randomUUID } from 'node:crypto'
import type { MonitoredService, ProbeAssignments } from '@bollard/contracts'
import { deriveProbeKey } from '@bollard/probe/signature'
import { createProbePasses, issueProbePass, probePassKey } from '@bollard/visitor-credentials/probe-pass'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ours, pathOf, services, startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())
const { call } = it

const secret = 'the secret in the file of the gateway'
const keyFor = (host: string, of = secret) => probePassKey(of, host).toString('base64url')
const http = (target: object = {}) => ({ kind: 'HTTP', target: { url: 'https://shop.example/', ...target } })
const behind = (target: object = {}) => http({ gateway: { secret }, ...target })
const kept = { gateway: { secret: null } }
const basic = (password: string | null) => ({ authentication: { kind: 'BASIC', user: 'me', password } })
const create = async (check: object, more: object = {}) =>
  (await call('mia', 'POST', services, { name: 'Shop', check, ...more })).json<MonitoredService>()
const put = async ({ id, version }: MonitoredService, check: object) =>
  (await call('mia', 'PUT', `${services}/${id}`, { name: 'Shop', version, check })).json<MonitoredService>()
/** The secrets with which the last check ran. */
const ran = () => {
  const { gateway, authentication } = (it.ran.at(-1)?.check.target ?? {}) as {
    gateway?: object
    authentication?: object
  }
  return { gateway, authentication }
}
const turn = async () => {
  it.clock.now = new Date(it.clock.now.getTime() + 61_000)
  await it.service.engine.turn()
  return ran()
}
const lacks = (pointer: string, code = 'required') => ({ code: 'validation-failed', errors: [{ pointer, code }] })
const place = '/check/target/gateway/secret'

beforeEach(() => it.db.pool.query('delete from monitoring.services; delete from monitoring.probes'))

test('of the secret of a gateway only a key for one host is kept, and neither is ever shown', async () => {
  const made = await create(behind())
  expect(made).toMatchObject({ hasSecret: true, check: { target: { gateway: { secret: null } } } })
  expect((await turn()).gateway).toEqual({ secret: keyFor('shop.example') })
  expect((await put(made, http(kept))).version).toBe(2)
  expect((await turn()).gateway).toEqual({ secret: keyFor('shop.example') })
  const told = [
    await call('mia', 'GET', `${services}/${made.id}`),
    await call('mia', 'GET', pathOf('getMonitoringConfiguration')),
  ].map((answer) => JSON.stringify(answer.json()))
  for (const table of ['monitoring.services', 'audit.entries', 'monitoring.results'])
    told.push(JSON.stringify((await it.db.pool.query(`select * from ${table}`)).rows))
  for (const text of told) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(keyFor('shop.example'))
  }
  // What was kept opens the host that is checked, and no other.
  const passes = createProbePasses(secret)
  const now = it.clock.now.getTime()
  const pass = () => issueProbePass(Buffer.from(keyFor('shop.example'), 'base64url'), now, randomBytes)
  expect([passes.use(pass(), 'shop.example', now), passes.use(pass(), 'bank.example', now)]).toEqual([true, false])
})

test('the key goes to no other server, stays beside a password, and goes when it is not wanted any more', async () => {
  const made = await create(behind(basic('a password')))
  expect(await turn()).toMatchObject({
    gateway: { secret: keyFor('shop.example') },
    authentication: { password: 'a password' },
  })
  for (const url of ['https://evil.example/', 'https://shop.example:8443/', 'http://shop.example/'])
    expect(await put(made, behind({ url, ...kept })), url).toMatchObject(lacks(place))
  await call('mia', 'POST', pathOf('tryMonitoredService'), {
    check: http({ url: 'https://evil.example/', ...kept, ...basic(null) }),
    serviceId: made.id,
  })
  expect(ran()).toMatchObject({ gateway: { secret: null }, authentication: { password: '' } })
  await call('mia', 'POST', pathOf('tryMonitoredService'), {
    check: http({ ...kept, ...basic('new') }),
    serviceId: made.id,
  })
  expect(ran()).toMatchObject({ gateway: { secret: keyFor('shop.example') }, authentication: { password: 'new' } })
  // Each of the two is changed by itself.
  const other = 'another secret of another gateway'
  const changed = await put(made, http({ gateway: { secret: other }, ...basic(null) }))
  expect(await turn()).toMatchObject({
    gateway: { secret: keyFor('shop.example', other) },
    authentication: { password: 'a password' },
  })
  const open = await put(changed, http(basic(null)))
  expect(open.check.target).not.toHaveProperty('gateway')
  expect(await turn()).toMatchObject({ gateway: undefined, authentication: { password: 'a password' } })
  expect(await put(open, http({ ...kept, ...basic(null) }))).toMatchObject(lacks(place))
})

test('a secret that no gateway would take is refused with its field, and so is none', async () => {
  expect(await create(http({ gateway: { secret: 'x'.repeat(31) } }))).toMatchObject(lacks(place, 'too-short'))
  expect(await create(http(kept))).toMatchObject(lacks(place))
  expect(await create(http({ gateway: {} }))).toMatchObject(lacks(place))
  expect(await create({ kind: 'TCP', target: { host: 'shop.example', port: 1, gateway: { secret } } })).toMatchObject({
    code: 'unknown-field',
  })
})

test('WebSockets and forms have it too', async () => {
  await create({ kind: 'WEBSOCKET', target: { url: 'wss://shop.example/', gateway: { secret } } })
  expect((await turn()).gateway).toEqual({ secret: keyFor('shop.example') })
  await it.db.pool.query('delete from monitoring.services')
  it.captcha.sites.set('bsk_of_shop', '019a9b1c-5d3e-7000-8000-0000000000c1')
  it.captcha.shared.add(`${ours} 019a9b1c-5d3e-7000-8000-0000000000c1`)
  const form = (gateway: object, value: string | null) => ({
    kind: 'FORM',
    target: { url: 'https://shop.example/', siteKey: 'bsk_of_shop', fields: [{ name: 'mail', value }], ...gateway },
  })
  const made = await create(form({ gateway: { secret } }, 'a@shop.example'))
  expect((await turn()).gateway).toEqual({ secret: keyFor('shop.example') })
  expect((await put(made, form(kept, null))).version).toBe(2)
  await turn()
  expect(it.ran.at(-1)?.check.target).toMatchObject({
    gateway: { secret: keyFor('shop.example') },
    fields: [{ name: 'mail', value: 'a@shop.example' }],
  })
})

test('a file leaves it out and says so', async () => {
  await create(behind())
  const exported = (await call('mia', 'GET', pathOf('getMonitoringConfiguration'))).json<{
    secretsLeftOut: string[]
    services: { check: { target: { gateway: { secret: string | null } } } }[]
  }>()
  expect(exported.secretsLeftOut).toEqual([`/services/0${place}`])
  expect(exported.services[0]?.check.target.gateway).toEqual({ secret: null })
})

test('a probe elsewhere gets the key for the host that it checks, and never the secret', async () => {
  const probe = await call('ada', 'POST', pathOf('createProbe'), { name: 'Office', place: 'office' })
  const { secretKey } = probe.json<{ secretKey: string }>()
  await create(behind(), { places: ['office'] })
  await create(http({ url: 'https://open.example/' }), { places: ['office'] })
  const path = '/monitoring/v1/probe/assignments'
  const report = { softwareVersion: '1', known: null, clockMs: null, waiting: 0, dropped: 0, hasLine: true }
  const body = JSON.stringify({ instance: randomUUID(), ...report })
  const key = deriveProbeKey(secretKey)
  const time = it.clock.now.getTime()
  const authorization = key.authorize({ method: 'POST', path, body: Buffer.from(body), time, nonce: 1 })
  const answer = await fetch(`${await it.listen()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body,
  })
  const text = await answer.text()
  expect(text).not.toContain(secret)
  const { assignments } = JSON.parse(text) as ProbeAssignments
  expect(assignments?.map(({ check }) => check.target)).toMatchObject([
    { gateway: { secret: keyFor('shop.example') } },
    { url: 'https://open.example/' },
  ])
  // Probes of the release before know no such field.
  expect(assignments?.[1]?.check.target).not.toHaveProperty('gateway')
})
