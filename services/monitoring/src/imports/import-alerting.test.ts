import type { Channel } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ours, pathOf, startService, type TestService, theirs } from '../testing/start-service.ts'
import { forgetConfiguration } from '../configuration/testing/configuration-calls.ts'
import { importCalls, notesOf } from './testing/import-calls.ts'
import { type KumaRow, kumaDatabase, runningKumaDatabase } from './testing/kuma-database.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(() => forgetConfiguration(world))

const calls = importCalls(() => world)
const { read } = calls
const send = (content: string, more: object = {}) => calls.send('UPTIME_KUMA', content, { language: 'de', ...more })
const take = (content: string, more: object = {}) => calls.take('UPTIME_KUMA', content, { language: 'de', ...more })

const web = (id: number, more: KumaRow = {}): KumaRow => ({
  id,
  name: `Web ${id}`,
  type: 'http',
  url: `https://web${id}.example/`,
  interval: 60,
  ...more,
})
const notification = (id: number, config: object, more: KumaRow = {}): KumaRow => ({
  id,
  name: String((config as { type: string }).type),
  config: JSON.stringify(config),
  ...more,
})
const secretPart = 'a0secret0of0somebody0else00000'

test('every notification that has a counterpart becomes a channel, field by field, and no secret is told', async () => {
  const target = { kind: 'PRESET', secrets: {} }
  const cases: readonly (readonly [config: Record<string, unknown>, expected: object])[] = [
    [
      { type: 'telegram', telegramBotToken: secretPart, telegramChatID: '-1001', telegramMessageThreadID: '7' },
      { kind: 'TELEGRAM', token: null, chatId: '-1001', threadId: 7 },
    ],
    [
      { type: 'slack', slackwebhookURL: `https://hooks.slack.com/${secretPart}`, slackchannel: '#ops' },
      { kind: 'SLACK', url: null },
    ],
    [
      { type: 'teams', webhookUrl: `https://teams.example/${secretPart}` },
      { kind: 'TEAMS', url: null },
    ],
    [
      {
        type: 'PagerDuty',
        pagerdutyIntegrationKey: secretPart,
        pagerdutyIntegrationUrl: 'https://events.eu.pagerduty.com/v2/enqueue',
      },
      { kind: 'PAGERDUTY', routingKey: null, region: 'EU' },
    ],
    [
      {
        type: 'smtp',
        smtpHost: 'mail.example',
        smtpPassword: secretPart,
        smtpTo: 'Mia <person2@example.org>, stranger@example.com',
      },
      { kind: 'EMAIL', addresses: ['person2@example.org', 'stranger@example.com'] },
    ],
    [
      { type: 'discord', discordWebhookUrl: `https://discord.com/api/${secretPart}` },
      { ...target, preset: 'DISCORD' },
    ],
    [
      { type: 'mattermost', mattermostWebhookUrl: `https://chat.example/${secretPart}` },
      { ...target, preset: 'MATTERMOST' },
    ],
    [
      { type: 'GoogleChat', googleChatWebhookURL: `https://chat.googleapis.com/${secretPart}` },
      { ...target, preset: 'GOOGLE_CHAT' },
    ],
    [
      {
        type: 'matrix',
        homeserverUrl: 'https://matrix.example',
        internalRoomId: '!room:example',
        accessToken: secretPart,
      },
      { ...target, preset: 'MATRIX', fields: { server: 'https://matrix.example', room: '!room:example' } },
    ],
    [
      {
        type: 'ntfy',
        ntfyserverurl: 'https://ntfy.sh',
        ntfytopic: 'ops',
        ntfyaccesstoken: `tk_${secretPart}`,
        ntfyPriority: 5,
      },
      { ...target, preset: 'NTFY', fields: { server: 'https://ntfy.sh', topic: 'ops' } },
    ],
    [
      { type: 'gotify', gotifyserverurl: 'https://gotify.example', gotifyapplicationToken: secretPart },
      { ...target, preset: 'GOTIFY', fields: { server: 'https://gotify.example' } },
    ],
    [
      { type: 'pushover', pushoverapptoken: secretPart, pushoveruserkey: secretPart },
      { ...target, preset: 'PUSHOVER' },
    ],
    [
      { type: 'Opsgenie', opsgenieRegion: 'eu', opsgenieApiKey: secretPart },
      { ...target, preset: 'OPSGENIE', fields: { server: 'https://api.eu.opsgenie.com' } },
    ],
    [
      {
        type: 'twilio',
        twilioAccountSID: `AC${'0'.repeat(32)}`,
        twilioAuthToken: secretPart,
        twilioFromNumber: '+4912345678',
        twilioToNumber: '+4987654321',
      },
      { ...target, preset: 'TWILIO_SMS', fields: { from: '+4912345678', to: '+4987654321' } },
    ],
    [
      { type: 'webhook', webhookURL: 'https://hook.example/in', webhookAdditionalHeaders: `{"X-Key":"${secretPart}"}` },
      {
        kind: 'REQUEST',
        request: { url: 'https://hook.example/in', headers: [{ name: 'X-Key', value: '{{header1}}' }] },
      },
    ],
  ]
  const left = [
    { type: 'signal', signalURL: 'https://signal.example' },
    { type: 'webhook', webhookURL: `https://hook.example/?key=${secretPart}` },
    { type: 'gotify', gotifyserverurl: 'https://10.0.0.1', gotifyapplicationToken: secretPart },
    { type: 'slack', slackwebhookURL: '' },
  ]
  const content = kumaDatabase({
    monitor: [web(1)],
    notification: [...cases.map(([config]) => config), ...left].map((config, index) => notification(index + 1, config)),
    monitor_notification: [...cases, ...left].map((_one, index) => ({ monitor_id: 1, notification_id: index + 1 })),
  })
  const tried = await take(content, { dryRun: true })
  const taken = await take(content, { revision: tried.revision })
  const file = await read()
  const found = new Map(file.channels?.map((one) => [one.key, one]))
  for (const [index, [config, expected]] of cases.entries())
    expect(found.get(`kuma-notification-${index + 1}`)).toMatchObject({
      name: config['type'],
      language: 'de',
      active: false,
      target: { ...expected, ...('secrets' in expected ? { secrets: expect.anything() } : {}) },
    })
  expect([found.size, file.alertRules?.length]).toEqual([cases.length, 2 * cases.length])
  expect(notesOf(taken)).toEqual(
    expect.arrayContaining([
      'slack: setting-unsupported slackchannel',
      'smtp: setting-unsupported smtpHost',
      'smtp: not-a-member addresses',
      'ntfy: setting-unsupported ntfyPriority',
      'telegram: switched-off',
      'signal: provider-unsupported type',
      'webhook: set-up-anew webhookURL',
      'gotify: value-invalid target/fields/server',
      'slack: value-invalid target.url',
    ]),
  )
  const rows = await world.db.pool.query(
    'select to_jsonb(c) from monitoring.channels c union all select to_jsonb(e) from audit.entries e',
  )
  expect(JSON.stringify([tried, taken, file, rows.rows])).not.toContain('secret0of')
  expect(world.mails.size, 'channels arrive switched off').toBe(0)
})

test('an import asks strangers only where it switches its channels on, and then no more of them than a form does', async () => {
  const to = Array.from({ length: 40 }, (_none, index) => `p${index}@example.net`)
  const content = kumaDatabase({
    monitor: [web(1)],
    notification: [0, 20].map((from, index) =>
      notification(index + 1, { type: 'smtp', smtpTo: to.slice(from, from + 20).join(',') }),
    ),
    monitor_notification: [1, 2].map((id) => ({ monitor_id: 1, notification_id: id })),
  })
  await take(content, { dryRun: true, activateChannels: true })
  await take(content)
  const channels = async () =>
    (await world.call('vic', 'GET', pathOf('listChannels'))).json<{ items: Channel[] }>().items
  expect((await channels()).flatMap(({ addresses }) => addresses.map(({ state }) => state))).toEqual(
    to.map(() => 'WAITING'),
  )
  expect(world.mails.size).toBe(0)
  await world.db.pool.query('delete from monitoring.alert_rules; delete from monitoring.channels')
  const taken = await take(content, { activateChannels: true })
  expect(notesOf(taken).filter((note) => note === 'smtp: not-a-member addresses')).toHaveLength(40)
  expect([...world.mails.values()].map(({ to: address, tag }) => `${address} ${tag}`)).toEqual(
    to.slice(0, 20).map((address) => `${address} monitoring-address-confirm`),
  )
})

test('who was assigned is told by rules, and what was switched on since stays on', async () => {
  const content = kumaDatabase({
    monitor: [web(1, { resend_interval: 10 }), web(2), web(3, { expiry_notification: 0 }), web(4)],
    setting: [{ key: 'tlsExpiryNotifyDays', value: '[7,21]' }],
    notification: [notification(1, { type: 'slack', slackwebhookURL: 'https://hooks.slack.com/x' }, { name: 'Team' })],
    monitor_notification: [1, 2, 3].map((id) => ({ monitor_id: id, notification_id: 1 })),
  })
  await take(content)
  const file = await read()
  const steps = [{ afterMinutes: 0, targets: [{ kind: 'CHANNEL', key: 'kuma-notification-1' }] }]
  expect(file.alertRules).toMatchObject([
    {
      key: 'kuma-notification-1',
      services: ['kuma-2', 'kuma-3'],
      condition: { kind: 'STATE', states: ['DOWN'] },
      steps,
      repeat: null,
    },
    {
      key: 'kuma-notification-1-certificate',
      services: ['kuma-1', 'kuma-2'],
      condition: { kind: 'CERTIFICATE', days: 21 },
      steps,
    },
    { key: 'kuma-notification-1-every-10', services: ['kuma-1'], repeat: { afterMinutes: 10, times: 100 } },
  ])
  const active = { ...file, channels: file.channels?.map((one) => ({ ...one, active: true })) }
  await world.call('mia', 'PUT', pathOf('getMonitoringConfiguration'), { configuration: JSON.stringify(active) })
  const again = await take(content)
  expect(again.changed.map(({ fields }) => fields.map(({ pointer }) => pointer))).toEqual([['/target/url']])
  expect((await read()).channels?.[0]?.active).toBe(true)
  await world.db.pool.query('delete from monitoring.alert_rules; delete from monitoring.channels')
  await take(content, { activateChannels: true })
  expect((await read()).channels?.[0]?.active).toBe(true)
})

describe('status pages', () => {
  const pages: Record<string, KumaRow[]> = {
    monitor: [web(1), web(2), web(3, { type: 'mqtt' })],
    status_page: [
      {
        id: 1,
        slug: 'main',
        title: 'Our status',
        description: 'What runs',
        theme: 'dark',
        footer_text: '**Call** [us](https://a.example)',
        search_engine_index: 0,
        custom_css: 'x',
      },
      { id: 2, slug: 'Admin', title: 'Second' },
    ],
    status_page_cname: ['status.example.org', 'second.example.org'].map((domain) => ({ status_page_id: 1, domain })),
    group: [
      { id: 1, name: 'Later', weight: 2, status_page_id: 1 },
      { id: 2, name: 'First', weight: 1, status_page_id: 1 },
      { id: 3, name: 'Empty', weight: 3, status_page_id: 1 },
    ],
    monitor_group: [
      { monitor_id: 1, group_id: 1, weight: 1 },
      { monitor_id: 2, group_id: 2, weight: 2 },
      { monitor_id: 1, group_id: 2, weight: 1 },
      { monitor_id: 3, group_id: 3, weight: 1 },
    ],
    incident: [
      { status_page_id: 1, title: 'We move', content: 'On Sunday.', pin: 1 },
      { status_page_id: 1, title: 'Old', content: 'Over.', pin: 0 },
    ],
  }

  test('come as drafts with their groups in order, and what has no place is told', async () => {
    const taken = await take(kumaDatabase(pages))
    const group = (name: string, ids: number[]) => ({
      name,
      components: ids.map((id) => ({ service: `kuma-${id}`, name: `Web ${id}`, description: null })),
    })
    expect((await read()).statusPages).toMatchObject([
      {
        key: 'kuma-page-1',
        slug: 'main',
        host: 'status.example.org',
        name: 'Our status',
        description: 'What runs\n\nCall us (https://a.example)',
        announcement: 'We move\n\nOn Sunday.',
        languages: ['de'],
        noindex: true,
        published: false,
        groups: [group('First', [1, 2]), group('Later', [1])],
      },
      { key: 'kuma-page-2', slug: 'status-admin', published: false },
    ])
    expect(notesOf(taken)).toEqual(
      expect.arrayContaining([
        'Our status: host-unproven domain',
        'Our status: setting-unsupported domain',
        'Our status: value-invalid monitor_group',
        'Our status: switched-off published',
        'Our status: setting-unsupported theme',
        'Our status: setting-unsupported custom_css',
        'Second: value-adjusted slug',
      ]),
    )
    expect((await take(kumaDatabase(pages))).changed).toEqual([])
  })

  test('get free names where others have theirs, and stay where the plan has room', async () => {
    await take(kumaDatabase(pages))
    await world.db.pool.query(
      `update monitoring.status_pages set solution_id = $1, key = null where slug = 'main'; `.replace(
        '$1',
        `'${theirs}'`,
      ) +
        'delete from monitoring.status_pages where solution_id <> ' +
        `'${theirs}'`,
    )
    world.plans.set(ours, { limits: { monitors: 9, statusPages: 1, checkIntervalSeconds: 10, monitorResultDays: 30 } })
    const taken = await take(kumaDatabase(pages))
    expect((await read()).statusPages).toMatchObject([{ slug: 'main-2', host: 'status.example.org' }])
    expect(notesOf(taken)).toEqual(
      expect.arrayContaining(['Our status: slug-taken slug', 'Our status: host-unproven domain', 'Second: no-room']),
    )
    await world.db.pool.query('delete from monitoring.status_pages where solution_id = $1', [theirs])
  })
})

describe('the last writes of a database that was copied while it ran', () => {
  const running = () =>
    runningKumaDatabase({ monitor: [web(1)] }, (database) => {
      database.exec(`insert into monitor (id, name, type, url) values (2, 'Web 2', 'http', 'https://web2.example/')`)
      database.exec(`insert into tag (name) values ('${'x'.repeat(20_000)}')`)
      // Never committed: it is not there.
      database.exec(
        `begin; insert into monitor (id, name, type, url) values (3, 'Web 3', 'http', 'https://web3.example/')`,
      )
    })

  test('come along, and without them only what is in the file', async () => {
    const { content, writeAheadLog } = running()
    expect((await take(content, { dryRun: true })).created.map(({ name }) => name)).toEqual(['Web 1'])
    expect((await take(content, { writeAheadLog })).created.map(({ name }) => name)).toEqual(['Web 1', 'Web 2'])
  })

  test('are refused where they are none, or those of another database', async () => {
    const { content, writeAheadLog } = running()
    const log = Buffer.from(writeAheadLog, 'base64')
    const flipped = Buffer.from(log)
    flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20)
    const large = Buffer.from(content, 'base64')
    large.writeUInt16BE(8_192, 16)
    const refusals = []
    for (const [database, wal] of [
      [content, Buffer.from('no log at all, but long enough for one').toString('base64')],
      [content, flipped.toString('base64')],
      [large.toString('base64'), writeAheadLog],
      [Buffer.from(content, 'base64').subarray(0, 4_096).toString('base64'), writeAheadLog],
    ] as const)
      refusals.push((await send(database, { writeAheadLog: wal })).json<{ errors: object[] }>().errors)
    const pointer = '/writeAheadLog'
    expect(refusals).toEqual([
      [{ pointer, code: 'log-invalid' }],
      [{ pointer, code: 'log-invalid' }],
      [{ pointer, code: 'log-unfit' }],
      [{ pointer, code: 'log-unfit' }],
    ])
    expect((await read()).services).toEqual([])
  })

  test('belong to no file of another product', async () => {
    const { writeAheadLog } = running()
    expect(await calls.refusal('CSV', 'target\na.example', { writeAheadLog })).toEqual([
      'validation-failed',
      '/writeAheadLog not-of-source',
    ])
  })

  test('end where their checksums no longer hold', async () => {
    const { content, writeAheadLog } = running()
    const log = Buffer.from(writeAheadLog, 'base64')
    log.writeUInt8(log.readUInt8(100) ^ 1, 100)
    expect((await take(content, { writeAheadLog: log.toString('base64') })).created.map(({ name }) => name)).toEqual([
      'Web 1',
    ])
  })
})
