import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ours, page, startService, type TestService, theirs } from '../testing/start-service.ts'
import { configurationCalls, forgetConfiguration } from './testing/configuration-calls.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
  // From then on the installation has a place.
  await world.service.engine.turn()
})
afterAll(() => world?.stop())
beforeEach(() => forgetConfiguration(world))

const { path, put, read, apply: changes, refusal } = configurationCalls(() => world)
const service = (key: string, more: object = {}) => ({
  key,
  name: key.toUpperCase(),
  check: page(`${key}.example`),
  ...more,
})
const file = (...services: object[]) => ({ version: 1, services })
const group = (members: string[]) => ({ kind: 'GROUP', target: { members } })

test('a file says what is monitored, and what it gives out it takes back without a change', async () => {
  const whole = {
    version: 1,
    services: [
      service('all', { check: group(['db', 'shop']) }),
      service('db', { check: { kind: 'TCP', target: { host: 'db.example', port: 5432 } } }),
      service('job', { check: { kind: 'HEARTBEAT', target: { periodSeconds: 300 } }, paused: true }),
      service('shop', { parent: 'db', tags: ['web'], intervalSeconds: 30, places: ['main'] }),
    ],
    maintenance: [
      {
        key: 'nightly',
        title: 'Nightly',
        services: ['db'],
        startsAt: '2026-03-02T23:00',
        durationMinutes: 30,
        timeZone: 'Europe/Berlin',
        recurrence: { frequency: 'DAILY' },
      },
    ],
  }
  const tried = await changes(whole, { dryRun: true })
  expect([tried.applied, tried.created.length, (await read()).services]).toEqual([false, 5, []])
  expect((await changes(whole, { revision: tried.revision })).created).toEqual(tried.created)
  const given = await read()
  expect(given).toMatchObject({ ...whole, secretsLeftOut: [] })
  const yaml = await world.call('vic', 'GET', `${path}?format=YAML`)
  expect(parse(yaml.text)).toEqual(given)
  for (const text of [JSON.stringify(given), yaml.text]) {
    const again = await changes(text, { deleteMissing: true })
    expect([again.created, again.changed, again.deleted, again.unchanged]).toEqual([[], [], [], 5])
  }
  await world.pass(1)
  expect(world.ran.map(({ host }) => host).toSorted()).toEqual(['TCP', 'shop.example'])
  expect(await put(whole, { revision: tried.revision })).toMatchObject({ status: 409 })
  const moved = { ...whole, services: whole.services.map((one) => (one.key === 'shop' ? { ...one, places: [] } : one)) }
  expect((await changes(moved)).changed).toMatchObject([
    { key: 'shop', fields: [{ pointer: '/places', before: '["main"]', after: '[]' }] },
  ])
})

test('differences are told field by field, and only what is missing by name is deleted', async () => {
  await changes(file(service('shop'), service('old')))
  const next = file(
    service('shop', { name: 'Store', check: { kind: 'HTTP', target: { url: 'https://store.example/' } } }),
  )
  expect(await changes(next)).toMatchObject({
    changed: [
      {
        key: 'shop',
        fields: [
          { pointer: '/name', before: '"SHOP"', after: '"Store"', secret: false },
          { pointer: '/check/target/url', before: '"https://shop.example/"', after: '"https://store.example/"' },
        ],
      },
    ],
    deleted: [],
    kept: 1,
  })
  expect((await changes(next, { deleteMissing: true, dryRun: true })).deleted).toMatchObject([{ key: 'old' }])
  expect((await read()).services).toHaveLength(2)
  await changes(next, { deleteMissing: true })
  expect((await read()).services.map(({ name }) => name)).toEqual(['Store'])
  const { rows } = await world.db.pool.query(
    "select after from audit.entries where action = 'monitoring.configured' order by number desc limit 1",
  )
  expect(rows[0]).toMatchObject({ after: { deleted: { count: 1, names: ['OLD'] } } })
})

test('what was made elsewhere goes by its id, and keeps what it is', async () => {
  const made = await world.monitor('shop')
  const given = await read()
  expect(given.services.map(({ key }) => key)).toEqual([made.id])
  expect((await changes({ ...given, services: [{ ...given.services[0], name: 'Renamed' }] })).changed).toHaveLength(1)
  expect(await world.read(made.id)).toMatchObject({ name: 'Renamed', version: 2 })
})

test('a secret goes in, never comes out, is named as left out, and is kept at its host alone', async () => {
  const secret = (password: string | null, host = 'shop.example') =>
    file(
      service('shop', {
        check: {
          kind: 'HTTP',
          target: { url: `https://${host}/`, authentication: { kind: 'BASIC', user: 'me', password } },
        },
      }),
    )
  const pointer = '/services/0/check/target/authentication/password'
  expect(await refusal(secret(null), { dryRun: true })).toEqual(['validation-failed', `${pointer} required`])
  await changes(secret('a secret of the file'))
  const given = await read()
  expect(given.secretsLeftOut).toEqual([pointer])
  expect(await changes(given)).toMatchObject({ unchanged: 1, changed: [] })
  const anew = await changes(secret('another secret'))
  expect(anew.changed[0]?.fields).toEqual([
    { pointer: pointer.slice('/services/0'.length), before: null, after: null, secret: true },
  ])
  expect(await refusal(secret(null, 'evil.example'))).toEqual(['validation-failed', `${pointer} required`])
  await world.pass(1)
  expect(world.ran.at(-1)?.check).toMatchObject({ target: { authentication: { password: 'another secret' } } })
  const kept = await world.db.pool.query(
    'select to_jsonb(s) from monitoring.services s union all select to_jsonb(e) from audit.entries e',
  )
  expect(JSON.stringify([given, anew, kept.rows])).not.toMatch(/secret of|another secret/u)
})

describe('what is wrong in a file is told with its place, and nothing of it is done', () => {
  test.each([
    ['no YAML', 'services: [', '/configuration syntax'],
    ['a tag of its own', 'version: !evil 1', '/configuration syntax'],
    [
      'a bomb of aliases',
      `a: &a [x, x]\n${[...'bcdefghijk'].map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]}, `.repeat(9)}]`).join('\n')}`,
      '/configuration too-many-aliases',
    ],
    ['what is nested too deep', `a: ${'['.repeat(40)}${']'.repeat(40)}`, '/configuration too-deep'],
    ['another version', { version: 2 }, '/version invalid-value'],
    ['an unknown field', { ...file(), servces: [] }, '/servces unknown-field'],
    [
      'a field of a check',
      file(service('a'), service('b', { check: page('b c') })),
      '/services/1/check/target/url url',
    ],
    ['an odd key', file(service('A b')), '/services/0/key invalid-format'],
    ['a key that comes twice', file(service('a'), service('a')), '/services/1/key duplicate'],
    ['the id of nothing', file(service(theirs)), '/services/0/key unknown'],
    ['a place that is not there', file(service('a', { places: ['moon'] })), '/services/0/places/0 unknown'],
    ['a parent that is not there', file(service('a', { parent: 'b' })), '/services/0/parent unknown'],
    ['a circle', file(service('a', { parent: 'b' }), service('b', { parent: 'a' })), '/services/0/parent circular'],
    [
      'a group in a group',
      file(service('a'), service('b', { check: group(['a']) }), service('c', { check: group(['b']) })),
      '/services/2/check/target/members/0 group-in-group',
    ],
    [
      'a member that is not there',
      file(service('b', { check: group(['a']) })),
      '/services/0/check/target/members/0 unknown',
    ],
    [
      'an expression that is none',
      file(
        service('a', {
          check: {
            ...page('a.example'),
            assertions: [{ source: 'TEXT', target: null, comparison: 'MATCHES', value: '(', verdict: 'DOWN' }],
          },
        }),
      ),
      '/services/0/check/assertions/0/value syntax',
    ],
    [
      'a window of no service',
      {
        ...file(),
        maintenance: [
          {
            key: 'm',
            title: 'M',
            services: ['a'],
            startsAt: '2026-03-02T23:00',
            durationMinutes: 30,
            timeZone: 'Etc/UTC',
          },
        ],
      },
      '/maintenance/0/services/0 unknown',
    ],
    [
      'a window on no day',
      {
        ...file(),
        maintenance: [{ key: 'm', title: 'M', startsAt: '2026-02-30T23:00', durationMinutes: 30, timeZone: 'Etc/UTC' }],
      },
      '/maintenance/0/startsAt ',
    ],
  ])('%s', async (_what, text, expected) => {
    const [code, ...places] = await refusal(text)
    expect([code, places.join('\n')]).toEqual(['validation-failed', expect.stringContaining(expected)])
    expect((await read()).services).toEqual([])
  })

  test('another kind of check under the same key', async () => {
    await changes(file(service('a')))
    expect(await refusal(file(service('a', { check: { kind: 'ICMP', target: { host: 'a.example' } } })))).toEqual([
      'validation-failed',
      '/services/0/check/kind unchangeable',
    ])
  })
})

test('a file has no more room than the plan, and its checks are no closer', async () => {
  world.plans.set(ours, { limits: { monitors: 1, statusPages: 1, checkIntervalSeconds: 60, monitorResultDays: 30 } })
  expect(await refusal(file(service('a', { intervalSeconds: 10 }), service('b')), { dryRun: true })).toEqual([
    'quota-exceeded',
    '/services limit-exceeded',
    '/services/0/intervalSeconds limit-exceeded',
  ])
  expect((await changes(file(service('a')))).created).toHaveLength(1)
})

test('members change what is monitored, viewers read it, and others see nothing', async () => {
  await changes(file(service('a')))
  const statuses = await Promise.all(
    ([null, 'vic', 'eve'] as const).map(async (who) => [
      (await world.call(who, 'GET', path)).status,
      (await put(file(), { deleteMissing: true }, who)).status,
    ]),
  )
  expect(statuses).toEqual([
    [401, 401],
    [200, 403],
    [404, 404],
  ])
  expect((await read()).services).toHaveLength(1)
})
