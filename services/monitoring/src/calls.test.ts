import { createHmac } from 'node:crypto'
import type { HeartbeatAddress, IncidentWithTimeline, MonitoredService } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Name,
  ours,
  page,
  pathOf,
  services,
  startService,
  type TestService,
  theirs,
} from './testing/start-service.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query('delete from monitoring.group_members; delete from monitoring.services')
  world.found.clear()
  world.ran.length = 0
})

interface Refused {
  readonly code: string
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[]
}
const refusalOf = (answer: { status: number; json<Body>(): Body }) => {
  const { code, errors } = answer.json<Refused>()
  return [answer.status, code, ...(errors ?? []).map((one) => `${one.pointer} ${one.code}`)]
}
const create = (body: object) =>
  world.call('mia', 'POST', services, { name: 'Shop', check: page('shop.example'), ...body })
const http = (target: object, more: object = {}) => ({
  check: { kind: 'HTTP', target: { url: 'https://shop.example/', ...target }, ...more },
})
const kind = (name: string, target: object) => ({ check: { kind: name, target } })
const assertion = { source: 'STATUS', target: null, comparison: 'EQUALS', value: '200', verdict: 'DOWN' }

describe('what cannot be monitored is refused, and the field is named', () => {
  test.each([
    ['a name of nothing', { name: ' ' }, '/name too-short'],
    ['an unknown field', { owner: 'me' }, '/owner unknown-field'],
    ['an unknown kind', kind('FTP', {}), '/check/kind invalid-value'],
    ['a check twice a second', { intervalSeconds: 1 }, '/intervalSeconds too-small'],
    [
      'a timeout longer than the interval',
      { ...http({}, { timeoutMs: 20_000 }), intervalSeconds: 15 },
      '/check/timeoutMs longer-than-interval',
    ],
    ['a password in an address', http({ url: 'https://me:secret@shop.example/' }), '/check/target/url url'],
    ['another protocol', http({ url: 'file:///etc/passwd' }), '/check/target/url url'],
    [
      'a secret among headers',
      http({ headers: [{ name: 'Authorization', value: 'x' }] }),
      '/check/target/headers use-authentication',
    ],
    [
      'a line break in a header',
      http({ headers: [{ name: 'X-A', value: 'a\r\nb: c' }] }),
      '/check/target/headers/0/value invalid-format',
    ],
    [
      'authentication without its secret',
      http({ authentication: { kind: 'BEARER', token: null } }),
      '/check/target/authentication/token required',
    ],
    ['codes that are none', http({ statusCodes: '200-' }), '/check/target/statusCodes invalid-format'],
    ['eleven redirects', http({ redirectsMax: 11 }), '/check/target/redirectsMax too-large'],
    [
      'an assertion on no header',
      http({}, { assertions: [{ ...assertion, source: 'HEADER' }] }),
      '/check/assertions/0/target target-of-source',
    ],
    [
      'an assertion without a value',
      http({}, { assertions: [{ ...assertion, value: null }] }),
      '/check/assertions/0/value value-of-comparison',
    ],
    [
      'an expression that is none',
      http({}, { assertions: [{ ...assertion, source: 'TEXT', comparison: 'MATCHES', value: '(' }] }),
      '/check/assertions/0/value syntax',
    ],
    [
      'a path that is none',
      http({}, { assertions: [{ ...assertion, source: 'JSON', target: '$[' }] }),
      '/check/assertions/0/target syntax',
    ],
    ['a path for a host', kind('TCP', { host: 'shop.example/x', port: 22 }), '/check/target/host host'],
    ['a port that is none', kind('TCP', { host: 'shop.example', port: 70_000 }), '/check/target/port too-large'],
    ['a heartbeat of no time', kind('HEARTBEAT', {}), '/check/target/periodSeconds required'],
    ['a cron line without a zone', kind('HEARTBEAT', { cron: '0 3 * * *' }), '/check/target/timeZone required'],
    [
      'a cron line of 61 minutes',
      kind('HEARTBEAT', { cron: '61 3 * * *', timeZone: 'Europe/Berlin' }),
      '/check/target/cron ',
    ],
    ['a group of services that are not there', kind('GROUP', { members: [theirs] }), '/check/target/members/0 unknown'],
    [
      'a group that needs more than it has',
      kind('GROUP', { members: [theirs], rule: 'AT_LEAST', least: 2 }),
      '/check/target/least too-large',
    ],
    ['a parent that is not there', { parentId: theirs }, '/parentId unknown'],
  ])('%s', async (_what, body, expected) => {
    const [status, code, ...fields] = refusalOf(await create(body))
    expect([status, code]).toEqual([
      code === 'unknown-field' ? 400 : 422,
      code === 'unknown-field' ? code : 'validation-failed',
    ])
    expect(fields.join()).toContain(expected)
  })
})

test('a service is found by its name, target, kind, tag and state, page by page', async () => {
  for (const name of ['alpha', 'beta', 'gamma']) await world.monitor(name, { tags: [name.slice(0, 1)] })
  const names = async (query: string) => {
    const { items, nextCursor } = (await world.call('vic', 'GET', `${services}?${query}`)).json<{
      items: MonitoredService[]
      nextCursor: string | null
    }>()
    return { names: items.map(({ name }) => name), nextCursor }
  }
  expect((await names('search=ALPHA')).names).toEqual(['alpha'])
  expect((await names('search=beta.example')).names).toEqual(['beta'])
  expect((await names('tag=g&kind=HTTP&state=UNKNOWN')).names).toEqual(['gamma'])
  expect((await names('search=%25')).names).toEqual([])
  const first = await names('limit=2')
  expect(first.names).toEqual(['alpha', 'beta'])
  expect((await names(`limit=2&cursor=${first.nextCursor}`)).names).toEqual(['gamma'])
})

test('a secret is sealed, sent to the host it was kept for, never shown, and goes to no other host', async () => {
  const authentication = { kind: 'BASIC', user: 'me', password: 'a secret of the shop' }
  const made = await create(http({ authentication }))
  const service = made.json<MonitoredService>()
  expect(JSON.stringify(service)).not.toContain('a secret')
  expect(service).toMatchObject({ hasSecret: true, check: { target: { authentication: { password: null } } } })
  const { rows } = await world.db.pool.query('select * from monitoring.services')
  expect(JSON.stringify(rows)).not.toContain('a secret')
  await world.pass(1)
  expect(world.ran[0]?.check).toMatchObject({ target: { authentication: { password: 'a secret of the shop' } } })
  const kept = { ...authentication, password: null }
  const update = (target: object) =>
    world.call('mia', 'PUT', `${services}/${service.id}`, { name: 'Shop', version: 1, ...http(target) })
  const elsewhere = { url: 'https://evil.example/', authentication: kept }
  expect(refusalOf(await update(elsewhere))).toEqual([
    422,
    'validation-failed',
    '/check/target/authentication/password required',
  ])
  const tried = await world.call('mia', 'POST', pathOf('tryMonitoredService'), {
    ...http(elsewhere),
    serviceId: service.id,
  })
  expect(tried.status).toBe(200)
  expect(world.ran.at(-1)).toMatchObject({
    host: 'evil.example',
    check: { target: { authentication: { password: '' } } },
  })
  expect((await update({ url: 'https://shop.example/other', authentication: kept })).json()).toMatchObject({
    hasSecret: true,
    version: 2,
  })
  expect(refusalOf(await update({ authentication: kept }))).toEqual([409, 'version-conflict'])
  const audit = await world.db.pool.query('select * from audit.entries')
  expect(JSON.stringify(audit.rows)).not.toContain('a secret')
})

test('what others need stays, and groups and parents make no circle', async () => {
  const [one, two] = [await world.monitor('one'), await world.monitor('two')]
  const group = await world.monitor('all', kind('GROUP', { members: [one.id, two.id] }))
  expect(refusalOf(await create(kind('GROUP', { members: [group.id] })))).toContain(
    '/check/target/members/0 group-in-group',
  )
  const put = (service: MonitoredService, more: object) =>
    world.call('mia', 'PUT', `${services}/${service.id}`, {
      name: service.name,
      check: service.check,
      version: 1,
      ...more,
    })
  expect(refusalOf(await put(one, { parentId: group.id }))).toContain('/parentId circular')
  expect(refusalOf(await put(one, { parentId: one.id }))).toContain('/parentId circular')
  expect(refusalOf(await put(one, kind('MANUAL', { state: 'UP' })))).toContain('/check/kind unchangeable')
  expect(refusalOf(await world.call('mia', 'DELETE', `${services}/${one.id}`))).toEqual([409, 'in-use'])
  const bulk = (serviceIds: string[], action: string) =>
    world.call('mia', 'POST', `${services}/changes`, { serviceIds, change: { action } })
  expect(refusalOf(await bulk([one.id, two.id], 'DELETE'))).toEqual([409, 'in-use'])
  expect(refusalOf(await bulk([one.id, theirs], 'PAUSE'))).toContain('/serviceIds/1 unknown')
  expect((await world.read(one.id)).paused).toBe(false)
  expect((await bulk([one.id, two.id, group.id], 'DELETE')).json()).toEqual({ changed: 3 })
})

test('a heartbeat is down when it is missing and up when it is heard; a signed one counts once and in time', async () => {
  const job = await world.monitor('job', kind('HEARTBEAT', { periodSeconds: 60, graceSeconds: 10 }))
  const path = pathOf('getHeartbeatAddress', { serviceId: job.id })
  const address = (await world.call('mia', 'GET', path)).json<HeartbeatAddress>()
  expect((await world.call(null, 'GET', address.path)).json()).toEqual({ received: true })
  await world.pass(1)
  expect((await world.read(job.id)).state).toBe('UP')
  await world.pass(68)
  expect((await world.read(job.id)).state).toBe('UP')
  await world.pass(3)
  expect(await world.read(job.id)).toMatchObject({ state: 'DOWN', incidentId: expect.any(String) })
  await world.call('mia', 'PUT', path, { signedOnly: true })
  expect(refusalOf(await world.call(null, 'GET', address.path))).toEqual([400, 'token-invalid'])
  const signed = (time: Date, nonce: string, secret = address.secret) => {
    const said = { status: 'ok', time: time.toISOString(), nonce }
    const signature = createHmac('sha256', secret).update(`${said.time}.${nonce}.ok`).digest('hex')
    return world.call(null, 'POST', address.path, { ...said, signature })
  }
  const { now } = world.clock
  expect(refusalOf(await signed(now, 'nonce-of-sixteen', 'another secret'))).toEqual([400, 'token-invalid'])
  expect(refusalOf(await signed(new Date(now.getTime() - 301_000), 'nonce-of-sixteen'))).toEqual([410, 'token-expired'])
  const both = await Promise.all([signed(now, 'nonce-of-sixteen'), signed(now, 'nonce-of-sixteen')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await world.pass(1)
  expect((await world.read(job.id)).state).toBe('UP')
  await world.call('mia', 'PUT', path, { signedOnly: false, replace: true })
  expect(refusalOf(await world.call(null, 'GET', address.path))).toEqual([404, 'not-found'])
})

test('an incident is acknowledged, told of, merged and resolved, each once', async () => {
  for (const name of ['one', 'two']) await world.monitor(name, { retries: 0 })
  world.found.set('one.example', 'DOWN').set('two.example', 'CHALLENGED')
  await world.pass(1)
  const { items } = (await world.call('vic', 'GET', pathOf('listMonitoringIncidents'))).json<{
    items: IncidentWithTimeline[]
  }>()
  const idOf = (name: string) => items.find(({ serviceName }) => serviceName === name)?.id ?? ''
  const answer = async (name: string, body: object, who: Name = 'mia') =>
    world.call(who, 'POST', pathOf('answerMonitoringIncident', { incidentId: idOf(name) }), body)
  expect(refusalOf(await answer('one', { action: 'ACKNOWLEDGE' }, 'vic'))).toEqual([403, 'role-too-low'])
  expect((await answer('one', { action: 'ACKNOWLEDGE', text: 'Looking' })).json()).toMatchObject({
    state: 'ACKNOWLEDGED',
  })
  expect(refusalOf(await answer('one', { action: 'ACKNOWLEDGE' }))).toEqual([409, 'state-conflict'])
  await answer('one', { action: 'SET_CAUSE', text: 'A disk' })
  expect(refusalOf(await answer('two', { action: 'MERGE', into: idOf('two') }))).toContain('/into circular')
  expect(refusalOf(await answer('two', { action: 'MERGE', into: theirs }))).toContain('/into unknown')
  expect((await answer('two', { action: 'MERGE', into: idOf('one') })).json()).toMatchObject({
    state: 'MERGED',
    mergedInto: idOf('one'),
  })
  const resolved = (await answer('one', { action: 'RESOLVE' })).json<IncidentWithTimeline>()
  expect(resolved).toMatchObject({ state: 'RESOLVED', cause: 'A disk' })
  expect(resolved.timeline.map(({ kind: of }) => of)).toEqual(['OPENED', 'ACKNOWLEDGED', 'CAUSE', 'RESOLVED'])
  expect(refusalOf(await answer('one', { action: 'RESOLVE' }))).toEqual([409, 'state-conflict'])
  // Nothing opens anew as long as it stays down.
  await world.pass(120)
  const after = (await world.call('vic', 'GET', pathOf('listMonitoringIncidents'))).json<{ items: object[] }>()
  expect(after.items).toHaveLength(2)
})

test('a key reads or changes what its scope says, of its solution alone, until it is revoked', async () => {
  const make = async (scope: string) =>
    (await world.call('ada', 'POST', pathOf('createMonitoringKey'), { name: 'Wall', scopes: [scope] })).json<{
      id: string
      secretKey: `bmk_${string}`
    }>()
  const [reader, writer] = [await make('statistics'), await make('manage')]
  const body = { name: 'Shop', check: page('shop.example') }
  expect((await world.call(reader.secretKey, 'GET', services)).status).toBe(200)
  expect(refusalOf(await world.call(reader.secretKey, 'POST', services, body))).toEqual([403, 'scope-missing'])
  expect((await world.call(writer.secretKey, 'POST', services, body)).status).toBe(201)
  expect(refusalOf(await world.call(writer.secretKey, 'GET', pathOf('listMonitoringKeys')))).toEqual([
    403,
    'person-required',
  ])
  expect(refusalOf(await world.call(writer.secretKey, 'GET', services.replace(ours, theirs)))).toEqual([
    404,
    'not-found',
  ])
  await world.call('ada', 'DELETE', pathOf('revokeMonitoringKey', { monitoringKeyId: writer.id }))
  expect(refusalOf(await world.call(writer.secretKey, 'GET', services))).toEqual([401, 'secret-key-invalid'])
  expect(refusalOf(await world.call(`bmk_${'a'.repeat(43)}`, 'GET', services))).toEqual([401, 'secret-key-invalid'])
})

test('a service of another solution is found in no call, also not with the path of one’s own', async () => {
  const { id } = await world.monitor('shop')
  for (const path of [
    `${services}/${id}`,
    pathOf('listCheckResults', { serviceId: id }),
    pathOf('listLatestResults', { serviceId: id }),
  ]) {
    expect(refusalOf(await world.call('eve', 'GET', path))).toEqual([404, 'not-found'])
    expect(refusalOf(await world.call('eve', 'GET', path.replace(ours, theirs)))).toEqual([404, 'not-found'])
  }
  expect(refusalOf(await world.call('eve', 'DELETE', `${services.replace(ours, theirs)}/${id}`))).toEqual([
    404,
    'not-found',
  ])
})

test('an erased solution leaves nothing of it', async () => {
  await world.monitor('shop')
  await world.pass(1)
  await world.service.provisionSpace({ solutionId: theirs, timeZone: 'UTC' })
  expect(await world.service.eraseSpace(ours)).toBe(true)
  const left = await world.db.pool.query(`select table_name as name from information_schema.columns
    where table_schema = 'monitoring' and column_name = 'solution_id'`)
  for (const { name } of left.rows as { name: string }[]) {
    const { rowCount } = await world.db.pool.query(`select from monitoring.${name} where solution_id = $1`, [ours])
    expect(rowCount, name).toBe(0)
  }
  await world.service.provisionSpace({ solutionId: ours, timeZone: 'Europe/Berlin' })
})
