import type { Channel, StatusPage } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ours, pathOf, startService, type TestService, theirs } from '../testing/start-service.ts'
import { configurationCalls, forgetConfiguration } from './testing/configuration-calls.ts'
import { mail, onCall, rule, service, slack, statusPage } from './testing/parts-of-files.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(() => forgetConfiguration(world))

const { read, apply, refusal } = configurationCalls(() => world)
const whole = {
  version: 1,
  services: [service('shop'), service('job', { check: { kind: 'HEARTBEAT', target: { periodSeconds: 300 } } })],
  channels: [
    slack('team'),
    {
      ...slack('push'),
      target: { kind: 'PRESET', preset: 'NTFY', fields: { topic: 'alerts' }, secrets: { token: 'tk_secret' } },
    },
  ],
  onCallSchedules: [onCall('nights', ['team', 'push'])],
  alertRules: [
    rule('down', 'team', { services: ['shop'] }),
    rule('all', 'push'),
    rule('night', '', { steps: [{ afterMinutes: 0, targets: [{ kind: 'SCHEDULE', key: 'nights' }] }] }),
  ],
  statusPages: [
    statusPage('public', {
      password: 'a password of the page',
      groups: [{ name: 'Web', components: [{ service: 'shop', name: 'The shop' }] }],
    }),
  ],
}

test('channels, schedules, rules and pages are in the file, and what it gives out it takes back without a change', async () => {
  const tried = await apply(whole, { dryRun: true })
  expect(tried.created.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'SERVICE shop',
    'SERVICE job',
    'CHANNEL team',
    'CHANNEL push',
    'ON_CALL_SCHEDULE nights',
    'ALERT_RULE down',
    'ALERT_RULE all',
    'ALERT_RULE night',
    'STATUS_PAGE public',
  ])
  expect((await apply(whole, { revision: tried.revision })).applied).toBe(true)
  const given = await read()
  expect(given.secretsLeftOut.toSorted()).toEqual([
    '/channels/0/target/secrets/token',
    '/channels/1/target/url',
    '/statusPages/0/password',
  ])
  expect(JSON.stringify(given)).not.toMatch(/a-secret|tk_secret|a password/u)
  expect(await apply(given, { deleteMissing: true })).toMatchObject({
    created: [],
    changed: [],
    deleted: [],
    unchanged: 9,
  })
  const stored = await world.db.pool.query(`select to_jsonb(c) from monitoring.channels c
    union all select to_jsonb(p) from monitoring.status_pages p union all select to_jsonb(e) from audit.entries e`)
  expect(JSON.stringify(stored.rows)).not.toMatch(/a-secret|tk_secret|a password/u)
})

test('a secret that stays is kept, a new one is told without being shown, and a file without a list deletes none of it', async () => {
  await apply(whole)
  const given = await read()
  const renamed = { ...given, channels: given.channels?.map((one) => ({ ...one, name: `${one.name} 2` })) }
  expect((await apply(renamed)).changed.map(({ fields }) => fields)).toEqual(
    ['push', 'team'].map((name) => [{ pointer: '/name', before: `"${name}"`, after: `"${name} 2"`, secret: false }]),
  )
  const { items } = (await world.call('vic', 'GET', pathOf('listChannels'))).json<{ items: Channel[] }>()
  const channelId = items.find(({ name }) => name === 'team 2')?.id ?? ''
  await world.call('mia', 'POST', pathOf('testChannel', { channelId }))
  expect(world.requests.at(-1)?.url).toBe('https://hooks.slack.com/services/a-secret')
  const anew = await apply({
    version: 1,
    channels: [slack('team', 'https://hooks.slack.com/services/another', { name: 'team 2' })],
  })
  expect(anew.changed[0]?.fields).toEqual([{ pointer: '/target/url', before: null, after: null, secret: true }])
  const { services, maintenance } = given
  expect(await apply({ version: 1, services, maintenance }, { deleteMissing: true })).toMatchObject({
    deleted: [],
    kept: 7,
  })
  const none = { channels: [], onCallSchedules: [], alertRules: [], statusPages: [] }
  const without = await apply({ ...given, ...none }, { deleteMissing: true })
  expect(without.deleted.map(({ kind }) => kind)).toEqual([
    'CHANNEL',
    'CHANNEL',
    'ON_CALL_SCHEDULE',
    'ALERT_RULE',
    'ALERT_RULE',
    'ALERT_RULE',
    'STATUS_PAGE',
  ])
})

test('components keep their ids, so that subscriptions follow them', async () => {
  await apply(whole)
  const pages = async () =>
    (await world.call('vic', 'GET', pathOf('listStatusPages'))).json<{ items: StatusPage[] }>().items
  const before = (await pages())[0]?.groups[0]?.components[0]?.id
  const [first] = whole.statusPages
  const components = [
    { service: 'job', name: 'The job' },
    { service: 'shop', name: 'Shop' },
  ]
  await apply({
    version: 1,
    services: whole.services,
    statusPages: [{ ...first, password: null, groups: [{ name: 'Web', components }] }],
  })
  const after = await pages()
  expect(after[0]?.hasPassword).toBe(true)
  expect(after[0]?.groups[0]?.components.map(({ id, name }) => [id === before, name])).toEqual([
    [false, 'The job'],
    [true, 'Shop'],
  ])
})

test('the heartbeat of a form goes by its key, and older files may name its id', async () => {
  world.captcha.sites.set('bsk_of_a_form', theirs)
  world.captcha.shared.add(`${ours} ${theirs}`)
  const form = (heartbeat: object) =>
    service('form', {
      check: {
        kind: 'FORM',
        target: {
          url: 'https://form.example/',
          siteKey: 'bsk_of_a_form',
          heartbeat: { ...heartbeat, withinSeconds: 5 },
        },
        timeoutMs: 20_000,
      },
    })
  const file = (heartbeat: object) => ({ version: 1, services: [form(heartbeat), ...whole.services] })
  await apply(file({ service: 'job' }))
  const [{ id = '' } = {}] = (await world.db.pool.query("select id from monitoring.services where key = 'job'"))
    .rows as { id: string }[]
  expect((await read()).services).toContainEqual(
    expect.objectContaining({
      key: 'form',
      check: expect.objectContaining({
        target: expect.objectContaining({ heartbeat: { service: 'job', withinSeconds: 5 } }),
      }),
    }),
  )
  expect(await apply(file({ serviceId: id }))).toMatchObject({ changed: [], unchanged: 3 })
  expect(await refusal(file({ service: 'shop' }))).toEqual([
    'validation-failed',
    '/services/0/check/target/heartbeat/service unknown',
  ])
})

test('somebody who is no member is asked once the channel of a file is on, by no dry run, and gets no alert before a yes', async () => {
  const channel = (more: object = {}) => ({ ...mail('ops', 'person2@example.org', 'Stranger@example.com'), ...more })
  const file = (more: object = {}) => ({ version: 1, channels: [channel(more)] })
  const askedOf = (to: string) =>
    [...world.mails.values()].filter((one) => one.to === to && one.tag === 'monitoring-address-confirm')
  const shown = async () =>
    (await world.call('vic', 'GET', pathOf('listChannels'))).json<{ items: Channel[] }>().items[0]
  await apply(file(), { dryRun: true })
  await apply(file({ active: false }))
  expect((await shown())?.addresses).toEqual([{ email: 'Stranger@example.com', state: 'WAITING' }])
  expect(world.mails.size).toBe(0)
  await apply(file())
  expect([askedOf('stranger@example.com').length, world.mails.size]).toEqual([1, 1])
  // Whatever a file does afterwards, the day has one question.
  await apply({ version: 1, channels: [channel({ active: false }), mail('more', 'stranger@example.com')] })
  await apply(file())
  expect(world.mails.size).toBe(1)
  await world.call('mia', 'POST', pathOf('testChannel', { channelId: (await shown())?.id ?? '' }))
  expect([...world.mails.values()].slice(1).map(({ to, tag }) => `${to} ${tag}`)).toEqual([
    'person2@example.org monitoring-alert',
  ])
})

test('a host that a file names is unproven, and another solution may name it in its own file', async () => {
  const file = (key: string) => ({ version: 1, statusPages: [statusPage(key, { host: 'status.acme.example' })] })
  await apply(file('acme'))
  expect((await apply(file('acme'))).unchanged).toBe(1)
  const theirPath = pathOf('getMonitoringConfiguration', { solutionId: theirs })
  const configuration = { configuration: JSON.stringify(file('other')) }
  expect((await world.call('eve', 'PUT', theirPath, configuration)).status).toBe(200)
  for (const [who, solutionId] of [
    ['vic', ours],
    ['eve', theirs],
  ] as const) {
    const listed = await world.call(who, 'GET', pathOf('listStatusPages', { solutionId }))
    expect(listed.json<{ items: StatusPage[] }>().items).toMatchObject([
      { host: 'status.acme.example', hostProof: { state: 'UNPROVEN', provenAt: null } },
    ])
  }
  expect((await world.call(null, 'GET', '/monitoring/v1/status-pages?host=status.acme.example')).status).toBe(404)
})

describe('what is wrong with channels, rules and pages is told with its place, and nothing of it is done', () => {
  const file = (more: object) => ({ ...whole, ...more })
  test.each([
    ['a channel that comes twice', file({ channels: [...whole.channels, slack('team')] }), '/channels/2/key duplicate'],
    [
      'a channel without its secret',
      file({ channels: [slack('team', null), whole.channels[1]] }),
      '/channels/0/target/url required',
    ],
    [
      'a private address',
      file({ channels: [slack('team', 'https://10.0.0.1/'), whole.channels[1]] }),
      '/channels/0/target/url ',
    ],
    [
      'a signing secret that nobody could be shown',
      file({
        channels: [
          ...whole.channels,
          { ...slack('hook'), target: { kind: 'WEBHOOK', url: 'https://hook.example/', secret: null } },
        ],
      }),
      '/channels/2/target/secret required',
    ],
    ['the id of nothing', file({ channels: [...whole.channels, slack(theirs)] }), '/channels/2/key unknown'],
    [
      'a rule of an unknown channel',
      file({ alertRules: [rule('down', 'nobody')] }),
      '/alertRules/0/steps/0/targets/0/key unknown',
    ],
    [
      'a rule of an unknown service',
      file({ alertRules: [rule('down', 'team', { services: ['moon'] })] }),
      '/alertRules/0/services/0 unknown',
    ],
    [
      'steps that go back',
      file({
        alertRules: [
          rule('down', 'team', {
            steps: [5, 1].map((afterMinutes) => ({ ...rule('', 'team').steps[0], afterMinutes })),
          }),
        ],
      }),
      '/alertRules/0/steps',
    ],
    [
      'a component of an unknown service',
      file({ statusPages: [statusPage('a', { groups: [{ components: [{ service: 'moon', name: 'Moon' }] }] })] }),
      '/statusPages/0/groups/0/components/0/service unknown',
    ],
    ['a reserved slug', file({ statusPages: [statusPage('a', { slug: 'admin' })] }), '/statusPages/0/slug reserved'],
    [
      'no picture',
      file({ statusPages: [statusPage('a', { logo: 'data:image/png;base64,AAAA' })] }),
      '/statusPages/0/logo not-a-picture',
    ],
  ])('%s', async (_what, wrong, expected) => {
    const [code, ...places] = await refusal(wrong, { dryRun: true })
    expect([code, places.join('\n')]).toEqual(['validation-failed', expect.stringContaining(expected)])
    expect((await read()).services).toEqual([])
  })

  test('kinds that change, names that others have, and more pages than the plan allows', async () => {
    await apply(whole)
    const mail = { ...slack('team'), target: { kind: 'EMAIL', addresses: ['person2@example.org'] } }
    const slow = rule('all', 'push', { condition: { kind: 'SLOW', totalMs: 900 } })
    expect(await refusal({ version: 1, services: whole.services, channels: [mail], alertRules: [slow] })).toEqual([
      'validation-failed',
      '/channels/0/target/kind unchangeable',
      '/alertRules/0/condition/kind unchangeable',
    ])
    await world.db.pool.query(
      `insert into monitoring.status_pages select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'solution_id', $1::uuid,
        'slug', 'page-taken', 'key', null))).* from monitoring.status_pages p`,
      [theirs],
    )
    expect(await refusal({ version: 1, statusPages: [statusPage('taken')] }, { dryRun: true })).toEqual([
      'in-use',
      '/statusPages/0/slug taken',
    ])
    await world.db.pool.query('delete from monitoring.status_pages where solution_id = $1', [theirs])
    world.plans.set(ours, { limits: { monitors: 9, statusPages: 1, checkIntervalSeconds: 10, monitorResultDays: 30 } })
    expect(await refusal({ version: 1, statusPages: [statusPage('second')] })).toEqual([
      'quota-exceeded',
      '/statusPages limit-exceeded',
    ])
  })

  test('what others need is neither deleted nor left without', async () => {
    await apply(whole)
    const path = '/onCallSchedules/0/layers/0/channels/0 unknown'
    expect(
      await refusal({ version: 1, channels: [whole.channels[1]], alertRules: [] }, { deleteMissing: true }),
    ).toEqual(['in-use'])
    const left = { version: 1, channels: [whole.channels[1]], onCallSchedules: whole.onCallSchedules }
    expect(await refusal(left, { deleteMissing: true })).toEqual(['validation-failed', path])
    expect(await refusal({ version: 1, onCallSchedules: [] }, { deleteMissing: true })).toEqual(['in-use'])
    const rules = { ...whole, onCallSchedules: [] }
    expect(await refusal(rules, { deleteMissing: true })).toEqual([
      'validation-failed',
      '/alertRules/2/steps/0/targets/0/key unknown',
    ])
    expect((await read()).onCallSchedules).toHaveLength(1)
  })
})
