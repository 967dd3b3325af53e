import type { Channel, ConfigurationChanges, MonitoringConfiguration, StatusPage } from '@bollard/contracts'
import { runs, seededRandom } from '@bollard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ours, page, pathOf, startService, type TestService, theirs } from '../testing/start-service.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query(
    `delete from monitoring.group_members; delete from monitoring.services; delete from monitoring.maintenance;
    delete from monitoring.alert_rules; delete from monitoring.channels; delete from monitoring.status_pages`,
  )
  world.plans.clear()
  // The limit of files counts in a clock of the tests.
  world.clock.now = new Date(world.clock.now.getTime() + 120_000)
})

const path = pathOf('getMonitoringConfiguration')
const read = async () => (await world.call('vic', 'GET', path)).json<MonitoringConfiguration>()
const put = (file: unknown, more: object = {}) =>
  world.call('mia', 'PUT', path, { configuration: JSON.stringify(file), ...more })
const apply = async (file: unknown, more: object = {}) => {
  const answer = await put(file, more)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json()))
  return answer.json<ConfigurationChanges>()
}
const refusal = async (file: unknown, more: object = {}) => {
  const { code, errors } = (await put(file, more)).json<{
    code: string
    errors?: { pointer: string; code: string }[]
  }>()
  return [code, ...(errors ?? []).map((one) => `${one.pointer} ${one.code}`)]
}

const service = (key: string, more: object = {}) => ({ key, name: key, check: page(`${key}.example`), ...more })
const slack = (key: string, url: string | null = 'https://hooks.slack.com/services/a-secret', more: object = {}) => ({
  key,
  name: key,
  language: 'en',
  target: { kind: 'SLACK', url },
  ...more,
})
const rule = (key: string, channel: string, more: object = {}) => ({
  key,
  name: key,
  condition: { kind: 'STATE' },
  steps: [{ afterMinutes: 0, targets: [{ kind: 'CHANNEL', key: channel }] }],
  ...more,
})
const statusPage = (key: string, more: object = {}) => ({
  key,
  slug: `page-${key}`,
  name: key,
  languages: ['en'],
  ...more,
})
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
  alertRules: [rule('down', 'team', { services: ['shop'] }), rule('all', 'push')],
  statusPages: [
    statusPage('public', {
      password: 'a password of the page',
      groups: [{ name: 'Web', components: [{ service: 'shop', name: 'The shop' }] }],
    }),
  ],
}

test('channels, rules and pages are in the file, and what it gives out it takes back without a change', async () => {
  const tried = await apply(whole, { dryRun: true })
  expect(tried.created.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
    'SERVICE shop',
    'SERVICE job',
    'CHANNEL team',
    'CHANNEL push',
    'ALERT_RULE down',
    'ALERT_RULE all',
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
    unchanged: 7,
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
    kept: 5,
  })
  const without = await apply({ ...given, channels: [], alertRules: [], statusPages: [] }, { deleteMissing: true })
  expect(without.deleted.map(({ kind }) => kind)).toEqual([
    'CHANNEL',
    'CHANNEL',
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
    [
      'mails to a stranger',
      file({
        channels: [
          ...whole.channels,
          { ...slack('mail'), target: { kind: 'EMAIL', addresses: ['stranger@example.com'] } },
        ],
      }),
      '/channels/2/target/addresses/0 not-a-member',
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

  test('a channel that an on-call schedule needs', async () => {
    await apply(whole)
    const channels = (await world.call('vic', 'GET', pathOf('listChannels'))).json<{
      items: { id: string; name: string }[]
    }>().items
    const layers = [
      { channelIds: [channels[0]?.id], handOver: { every: 'WEEK', time: '09:00' }, startDay: '2026-03-02' },
    ]
    const made = await world.call('mia', 'POST', pathOf('createOnCallSchedule'), {
      name: 'Night',
      timeZone: 'Etc/UTC',
      layers,
    })
    expect(made.status).toBe(201)
    const onCall = rule('night', '', {
      steps: [{ afterMinutes: 0, targets: [{ kind: 'SCHEDULE', key: made.json<{ id: string }>().id }] }],
    })
    expect((await apply({ version: 1, alertRules: [onCall] })).created).toHaveLength(1)
    expect(await refusal({ version: 1, channels: [], alertRules: [] }, { deleteMissing: true })).toEqual(['in-use'])
    expect((await read()).channels).toHaveLength(2)
    await world.db.pool.query('delete from monitoring.on_call_schedules')
  })
})

test('GET and PUT change nothing, whatever was configured', async () => {
  const random = seededRandom('configuration')
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const host = () => `h${Math.floor(random() * 1e6)}.example`
  const checks = [
    () => page(host()),
    () => ({
      kind: 'HTTP',
      target: { url: `https://${host()}/`, authentication: { kind: 'BEARER', token: 'a secret' } },
    }),
    () => ({ kind: 'CERTIFICATE', target: { host: host(), port: 443 } }),
    () => ({ kind: 'TCP', target: { host: host(), port: 25 } }),
    () => ({ kind: 'DNS', target: { name: host(), recordType: pick(['A', 'MX']) } }),
    () => ({ kind: 'ICMP', target: { host: host() } }),
    () => ({ kind: 'DOMAIN', target: { name: host() } }),
    () => ({ kind: 'WEBSOCKET', target: { url: `wss://${host()}/` } }),
    () => ({ kind: 'SMTP', target: { host: host() } }),
    () => ({ kind: 'GRPC', target: { host: host(), port: 443 } }),
    () => ({ kind: 'HEARTBEAT', target: { cron: '0 3 * * *', timeZone: 'Europe/Berlin' } }),
    () => ({ kind: 'MANUAL', target: { state: 'UP' } }),
  ]
  const targets = [
    () => ({ kind: 'EMAIL', addresses: ['person2@example.org'] }),
    () => ({
      kind: 'WEBHOOK',
      url: `https://${host()}/`,
      secret: `whsec_${Buffer.from('a'.repeat(24)).toString('base64')}`,
    }),
    () => ({ kind: 'SLACK', url: `https://${host()}/secret` }),
    () => ({ kind: 'TEAMS', url: `https://${host()}/secret` }),
    () => ({ kind: 'TELEGRAM', token: '1:secret', chatId: '-100', threadId: 7 }),
    () => ({ kind: 'PAGERDUTY', routingKey: 'secret', region: 'EU' }),
    () => ({ kind: 'PRESET', preset: 'DISCORD', secrets: { url: `https://${host()}/secret` } }),
    () => ({ kind: 'PRESET', preset: 'NTFY', fields: { topic: 'a', server: `https://${host()}` } }),
    () => ({
      kind: 'REQUEST',
      request: {
        url: `https://${host()}/`,
        body: '{"text":"{{text}}"}',
        headers: [{ name: 'X-Key', value: '{{pass}}' }],
      },
      secrets: { pass: 'secret' },
    }),
  ]
  const conditions = [
    { kind: 'STATE', states: ['DOWN'] },
    { kind: 'HEARTBEAT' },
    { kind: 'SLOW', totalMs: 900 },
    { kind: 'UPTIME', objectivePercent: 99.9 },
    { kind: 'CERTIFICATE' },
    { kind: 'DOMAIN', days: 20 },
  ]
  for (let run = 0; run < runs(12); run++) {
    world.clock.now = new Date(world.clock.now.getTime() + 120_000)
    const services = checks.filter(() => random() < 0.7).map((make, index) => service(`s${index}`, { check: make() }))
    const keys = services.map(({ key }) => key)
    const some = () => keys.filter(() => random() < 0.4)
    const group =
      keys.length > 0 ? [service('group', { check: { kind: 'GROUP', target: { members: keys.slice(0, 3) } } })] : []
    const channels = targets
      .filter(() => random() < 0.7)
      .map((make, index) => ({
        ...slack(`c${index}`),
        language: pick(['en', 'de']),
        target: make(),
        active: random() < 0.5,
        quietHours:
          random() < 0.5 ? null : { timeZone: 'Etc/UTC', hours: [{ weekdays: [1, 2], from: '22:00', until: '06:00' }] },
      }))
    const alertRules = channels.map(({ key }, index) =>
      rule(`r${index}`, key, {
        services: some(),
        condition: pick(conditions),
        repeat: random() < 0.5 ? null : { afterMinutes: 30, times: 3 },
      }),
    )
    const statusPages = [0, 1].map((index) =>
      statusPage(`p${run}-${index}`, {
        description: random() < 0.5 ? null : 'Two\nlines',
        languages: pick([['en'], ['de', 'en']]),
        networks: random() < 0.5 ? [] : ['192.0.2.0/24'],
        groups: some().map((key) => ({ name: random() < 0.5 ? null : key, components: [{ service: key, name: key }] })),
      }),
    )
    const maintenance = [
      {
        key: 'm',
        title: 'M',
        services: some(),
        startsAt: '2026-04-02T23:00',
        durationMinutes: 30,
        timeZone: 'Etc/UTC',
        recurrence: pick([null, { frequency: 'DAILY' }, { frequency: 'WEEKLY', weekdays: [1, 5] }]),
      },
    ]
    const file = { version: 1, services: [...services, ...group], channels, alertRules, statusPages, maintenance }
    await world.db.pool.query(
      'delete from monitoring.alert_rules; delete from monitoring.channels; delete from monitoring.group_members; delete from monitoring.services; delete from monitoring.status_pages; delete from monitoring.maintenance',
    )
    await apply(file, { deleteMissing: true })
    const given = await read()
    const again = await apply(given, { deleteMissing: true })
    expect([again.created, again.changed, again.deleted]).toEqual([[], [], []])
    expect(await read()).toEqual(given)
  }
})
