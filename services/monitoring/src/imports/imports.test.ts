import type { Imported, MonitoredService } from '@bollard/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ours, pathOf, startService, type TestService } from '../testing/start-service.ts'
import { forgetConfiguration } from '../configuration/testing/configuration-calls.ts'
import { importCalls, notesOf } from './testing/import-calls.ts'
import { kumaDatabase } from './testing/kuma-database.ts'
import { monitorOf } from './testing/kuma-monitors.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(() => forgetConfiguration(world))

const { send, take, refusal, read } = importCalls(() => world)
const serviceOf = async (key: string) => (await read()).services.find((one) => one.key === key)

test('a database of 700 monitors of Uptime Kuma comes along, field by field, and again without a change', async () => {
  const monitors = Array.from({ length: 700 }, (_none, index) => monitorOf(index + 1))
  const day = Date.parse('2026-02-27') / 1_000
  const content = kumaDatabase({
    monitor: monitors.map(({ row }) => row),
    tag: [
      { id: 1, name: 'web' },
      { id: 2, name: 'customer' },
    ],
    monitor_tag: monitors.flatMap((_one, index) => [
      { monitor_id: index + 1, tag_id: 1, value: null },
      { monitor_id: index + 1, tag_id: 2, value: 'ACME' },
    ]),
    stat_daily: monitors.map((_one, index) => ({
      monitor_id: index + 1,
      timestamp: day,
      ping: 100,
      ping_min: 50,
      ping_max: 300,
      up: 300,
      down: 100,
    })),
    heartbeat: [
      { monitor_id: 10, important: 1, status: 1, time: '2026-02-27 00:00:00.000' },
      { monitor_id: 10, important: 1, status: 0, time: '2026-02-28 10:00:00.000' },
      { monitor_id: 10, important: 0, status: 0, time: '2026-02-28 10:01:00.000' },
      { monitor_id: 10, important: 1, status: 1, time: '2026-02-28 11:00:00.000' },
    ],
  })
  const tried = await take('UPTIME_KUMA', content, { dryRun: true })
  expect([tried.applied, (await read()).services.length]).toEqual([false, 0])
  const taken = await take('UPTIME_KUMA', content, { revision: tried.revision })
  expect([taken.created.length, taken.history]).toEqual([700, { days: 700, stateChanges: 3 }])
  const found = new Map((await read()).services.map((one) => [one.key, one]))
  for (const { expected } of monitors) {
    const { key } = expected as { key: string }
    expect(found.get(key)).toMatchObject({ ...expected, tags: ['web', 'customer: ACME'] })
  }
  expect(JSON.stringify(taken)).not.toMatch(/secret \d|old one/u)
  expect(await take('UPTIME_KUMA', content)).toMatchObject({
    created: [],
    deleted: [],
    history: { days: 0, stateChanges: 0 },
  })
  const { items } = (await world.call('vic', 'GET', pathOf('listMonitoredServices') + '?search=host10.')).json<{
    items: MonitoredService[]
  }>()
  const path = (call: 'getUptime' | 'listRollups') => pathOf(call, { serviceId: items[0]?.id ?? '' })
  const span = 'from=2026-02-27T00:00:00.000Z&to=2026-03-01T00:00:00.000Z'
  expect((await world.call('vic', 'GET', `${path('getUptime')}?${span}`)).json()).toMatchObject({
    seconds: { DOWN: 3_600 },
    uptimePercent: 97.9166,
  })
  const days = (await world.call('vic', 'GET', `${path('listRollups')}?${span}&step=DAY`)).json<{ items: object[] }>()
  expect(days.items).toMatchObject([
    { checks: 400, up: 300, down: 100, averageMs: 100, minMs: 50, maxMs: 300, p95Ms: null },
  ])
})

test('groups, maintenance and everything that has no place here are told', async () => {
  const web = { type: 'http', url: 'https://a.example/' }
  const content = kumaDatabase({
    monitor: [
      { id: 1, name: 'All', type: 'group' },
      { id: 2, name: 'Inner', type: 'group', parent: 1 },
      { id: 3, name: 'A', parent: 1, ...web },
      { id: 4, name: 'B', parent: 2, ...web, ignore_tls: 1, proxy_id: 3 },
      { id: 5, name: 'Broker', type: 'mqtt', hostname: 'mqtt.example' },
      { id: 6, name: 'Inverse', ...web, upside_down: 1 },
      { id: 7, name: 'Broken', type: 'http', url: 'nonsense' },
      {
        id: 8,
        name: 'Odd',
        type: 'json-query',
        url: 'https://a.example/',
        json_path: '$sum(a.b)',
        expected_value: '1',
      },
      { id: 9, name: 'Fast', ...web, interval: 1 },
    ],
    notification: [{ name: 'Team', config: '{"type":"slack","slackwebhookURL":"https://hooks.example/secret"}' }],
    status_page: [{ slug: 'public', title: 'Status' }],
    maintenance: [
      {
        id: 1,
        title: 'Nightly',
        strategy: 'recurring-interval',
        interval_day: 2,
        start_date: '2026-01-01 00:00:00',
        start_time: '23:30',
        end_time: '00:30',
        timezone: 'Europe/Berlin',
      },
      {
        id: 2,
        title: 'Sundays',
        strategy: 'recurring-weekday',
        weekdays: '[0,6]',
        start_time: '02:00',
        end_time: '03:00',
      },
      {
        id: 3,
        title: 'Months',
        strategy: 'recurring-day-of-month',
        days_of_month: '[1,"lastDay1","lastDay2"]',
        start_time: '02:00',
        end_time: '03:00',
        timezone: 'UTC',
      },
      {
        id: 4,
        title: 'Old',
        strategy: 'single',
        start_date: '2020-01-01 10:00:00',
        end_date: '2020-01-01 11:00:00',
        timezone: 'UTC',
      },
      { id: 5, title: 'Cron', strategy: 'cron', cron: '30 2 * * 1,5', duration: 3_600, timezone: 'UTC' },
      { id: 7, title: 'Odd cron', strategy: 'cron', cron: '*/5 * * * *', duration: 60, timezone: 'UTC' },
      {
        id: 6,
        title: 'Nobody',
        strategy: 'single',
        start_date: '2027-01-01 10:00:00',
        end_date: '2027-01-01 11:00:00',
      },
    ],
    monitor_maintenance: [1, 2, 3, 4, 5, 7].map((id) => ({ monitor_id: 3, maintenance_id: id })),
  })
  const taken = await take('UPTIME_KUMA', content)
  const file = await read()
  expect(file.services.map(({ key }) => key)).toEqual(['kuma-1', 'kuma-2', 'kuma-3', 'kuma-4', 'kuma-8', 'kuma-9'])
  expect((await serviceOf('kuma-1'))?.check).toMatchObject({
    kind: 'GROUP',
    target: { members: ['kuma-3', 'kuma-4'], rule: 'ALL' },
  })
  expect(file.maintenance).toMatchObject([
    {
      key: 'kuma-maintenance-1',
      services: ['kuma-3'],
      startsAt: '2026-01-01T23:30',
      durationMinutes: 60,
      recurrence: { frequency: 'DAILY', interval: 2 },
    },
    { key: 'kuma-maintenance-2', timeZone: 'Europe/Berlin', recurrence: { frequency: 'WEEKLY', weekdays: [7, 6] } },
    { key: 'kuma-maintenance-3-1', timeZone: 'Etc/UTC', recurrence: { frequency: 'MONTHLY_BY_DAY', day: 1 } },
    { key: 'kuma-maintenance-3-last', recurrence: { frequency: 'MONTHLY_BY_DAY', day: -1 } },
    { key: 'kuma-maintenance-5', durationMinutes: 60, recurrence: { frequency: 'WEEKLY', weekdays: [1, 5] } },
  ])
  expect(notesOf(taken)).toEqual(
    expect.arrayContaining([
      'All: value-adjusted members',
      'B: certificate-not-verified-there ignore_tls',
      'B: setting-unsupported proxy_id',
      'Broker: kind-unsupported type',
      'Inverse: setting-unsupported upside_down',
      'Broken: value-invalid check.target.url',
      'Odd: condition-unsupported json_path',
      'Fast: value-adjusted interval',
      'Team: switched-off',
      'Team: value-invalid monitors',
      'Status: switched-off published',
      'Sundays: value-adjusted timezone',
      'Months: setting-unsupported days_of_month',
      'Old: past',
      'Odd cron: setting-unsupported cron',
      'Nobody: value-invalid monitors',
    ]),
  )
  expect(JSON.stringify(taken)).not.toContain('hooks.example')
})

describe('a database that was made to harm what reads it is refused, or nothing of it runs', () => {
  const one = { monitor: [{ name: 'A', type: 'http', url: 'https://a.example/' }] }
  test.each([
    ['what is no database', Buffer.from('hello').toString('base64'), 'no-database'],
    ['half a database', Buffer.from(kumaDatabase(one), 'base64').subarray(0, 5_000).toString('base64'), 'unreadable'],
    ['an empty one', kumaDatabase({}), 'no-monitors'],
    [
      'a view that never ends in the place of the table',
      kumaDatabase(
        {},
        {
          instead: {
            monitor:
              'create view monitor as with recursive n(id) as (select 1 union all select id + 1 from n) select id from n',
          },
        },
      ),
      'no-monitors',
    ],
    [
      'a computed column',
      kumaDatabase(
        { monitor: [{ id: 1 }] },
        {
          instead: {
            monitor: `create table monitor (id integer primary key, name text as (hex(zeroblob(1000))), type text as ('http'))`,
          },
        },
      ),
      '',
    ],
    ['a value too large to be read', kumaDatabase({ monitor: [{ name: 'x'.repeat(1_000_000) }] }), 'unreadable'],
  ])('%s', async (_what, content, code) => {
    const answer = await send('UPTIME_KUMA', content)
    // A column that is computed is not read, and so is there as if it were empty.
    if (code === '') expect(answer.json<Imported>().created).toEqual([])
    else expect(await refusal('UPTIME_KUMA', content)).toEqual(['validation-failed', `/content ${code}`])
    expect((await read()).services).toEqual([])
  })

  test('triggers and views beside the tables are of no use', async () => {
    const after =
      'create view v as select * from monitor; create trigger t after update on monitor begin delete from monitor; end'
    expect((await take('UPTIME_KUMA', kumaDatabase(one, { after }))).created).toHaveLength(1)
  })
})

test('a configuration of Gatus becomes services with the same demands', async () => {
  const taken = await take(
    'GATUS',
    `
alerting:
  slack: { webhook-url: "https://hooks.example/secret", default-alert: { failure-threshold: 2, minimum-reminder-interval: 30m } }
  pagerduty: { integration-key: "$PAGERDUTY_KEY" }
maintenance: { start: "23:00", duration: 1h, timezone: Europe/Berlin, every: [Monday] }
endpoints:
  - name: front
    group: core
    url: https://a.example/health
    interval: 5m
    headers: { Authorization: Bearer a secret, X-A: b }
    client: { insecure: true, timeout: 5s, ignore-redirect: true }
    conditions: ["[STATUS] == any(200, 429)", "[RESPONSE_TIME] <= 300", "[BODY].status == UP", "has([BODY].errors) == false", "[BODY] == pat(*Welcome*)", "[CERTIFICATE_EXPIRATION] > 48h", "len([BODY].x) < 5"]
    alerts: [{ type: slack, success-threshold: 4 }, { type: zulip }]
  - { name: range, url: "http://b.example", conditions: ["[STATUS] >= 200", "[STATUS] < 400", "[STATUS] != 302"] }
  - { name: dns, url: "192.0.2.1", dns: { query-name: a.example., query-type: A }, conditions: ["[BODY] == 192.0.2.9", "[DNS_RCODE] == NOERROR"] }
  - { name: tcp, url: "tcp://b.example:22", enabled: false, conditions: ["[CONNECTED] == true"] }
  - { name: shell, url: "ssh://b.example:22", conditions: ["[CONNECTED] == true"] }
external-endpoints:
  - { name: job, token: a secret, heartbeat: { interval: 30m } }
`,
  )
  const demand = { target: null, verdict: 'DOWN' }
  expect((await read()).services).toMatchObject([
    {
      key: 'core-front',
      tags: ['core'],
      retries: 1,
      recoveries: 4,
      intervalSeconds: 300,
      check: {
        target: {
          headers: [{ name: 'X-A', value: 'b' }],
          statusCodes: '200,429',
          redirectsMax: 0,
          authentication: { kind: 'BEARER', token: null },
        },
        timeoutMs: 5_000,
        assertions: [
          { ...demand, source: 'TOTAL_MS', comparison: 'LESS_THAN', value: '301' },
          { ...demand, source: 'JSON', target: '$.status', comparison: 'EQUALS', value: 'UP' },
          { ...demand, source: 'JSON', target: '$.errors', comparison: 'NOT_EXISTS', value: null },
          { ...demand, source: 'TEXT', comparison: 'CONTAINS', value: 'Welcome' },
          { ...demand, source: 'CERTIFICATE_DAYS', comparison: 'GREATER_THAN', value: '2' },
        ],
      },
    },
    {
      key: 'dns',
      check: { kind: 'DNS', target: { name: 'a.example', resolver: '192.0.2.1', expected: ['192.0.2.9'] } },
    },
    { key: 'job', check: { kind: 'HEARTBEAT', target: { periodSeconds: 1_800 } } },
    { key: 'range', check: { target: { statusCodes: '200-301,303-399' } } },
    { key: 'tcp', paused: true, check: { kind: 'TCP', target: { host: 'b.example', port: 22 } } },
  ])
  expect((await read()).alertRules).toMatchObject([
    { key: 'gatus-slack-every-30', services: ['core-front'], repeat: { afterMinutes: 30 } },
  ])
  expect((await read()).maintenance).toMatchObject([
    { services: [], durationMinutes: 60, recurrence: { frequency: 'WEEKLY', weekdays: [1] } },
  ])
  expect(notesOf(taken)).toEqual(
    expect.arrayContaining([
      'front: condition-unsupported conditions',
      'front: certificate-not-verified-there client/insecure',
      'slack: switched-off',
      'slack: value-adjusted send-on-resolved',
      'front: set-up-anew alerts',
      'pagerduty: set-up-anew integration-key',
      'shell: kind-unsupported url',
      'job: address-changes token',
    ]),
  )
  expect(JSON.stringify(taken)).not.toContain('secret')
})

test('a file of OpenStatus becomes services with the same demands', async () => {
  const taken = await take(
    'OPENSTATUS',
    `
"api server":
  { name: API, active: true, frequency: 10m, kind: http, retry: 3, timeout: 20000, degradedAfter: 900, regions: [fra], request: { method: POST, url: "https://api.example/", body: "{}", headers: { X-A: b } },
    assertions: [{ kind: statusCode, compare: eq, target: 200 }, { kind: jsonBody, compare: eq, key: data.ok, target: "true" }, { kind: header, compare: not_empty, key: etag, target: "" }, { kind: textBody, compare: gt, target: x }] }
db: { name: DB, active: false, frequency: 1m, kind: tcp, request: { host: db.example, port: 5432 } }
odd: { name: Odd, frequency: never, kind: http, request: { url: "https://a.example" } }
`,
  )
  expect((await read()).services).toMatchObject([
    {
      key: 'api-server',
      name: 'API',
      intervalSeconds: 600,
      retries: 3,
      slowMs: 900,
      check: {
        target: {
          method: 'POST',
          body: '{}',
          statusCodes: '100-599',
        },
        timeoutMs: 2e4,
        assertions: [
          {
            source: 'STATUS',
            comparison: 'EQUALS',
            value: '200',
          },
          {
            source: 'JSON',
            target: '$.data.ok',
            value: 'true',
          },
          {
            source: 'HEADER',
            target: 'etag',
            comparison: 'EXISTS',
          },
        ],
      },
    },
    { key: 'db', paused: true, check: { kind: 'TCP', target: { host: 'db.example', port: 5432 } } },
  ])
  expect(notesOf(taken)).toEqual(
    expect.arrayContaining([
      'API: setting-unsupported regions',
      'API: condition-unsupported assertions',
      'Odd: value-invalid frequency',
    ]),
  )
})

test('a table becomes services, line by line', async () => {
  const table =
    'Name;Target;Tags;Interval\r\n"Shop; front";https://shop.example/;web;30\r\n;db.example:5432;;\r\nPing;host.example;a;90\r\nBad;ftp://x/y;;\r\n'
  const taken = await take('CSV', table)
  expect((await read()).services).toMatchObject([
    { key: 'db-example-5432', check: { kind: 'TCP', target: { host: 'db.example', port: 5432 } } },
    { key: 'ping', intervalSeconds: 90, check: { kind: 'ICMP' } },
    { key: 'shop-front', name: 'Shop; front', tags: ['web'], intervalSeconds: 30, check: { kind: 'HTTP' } },
  ])
  expect(notesOf(taken)).toEqual(['Bad: kind-unsupported target'])
  expect(await refusal('CSV', 'name,url\na,b')).toEqual(['validation-failed', '/content no-target-column'])
  expect(await refusal('CSV', 'target\n"a')).toEqual(['validation-failed', '/content unclosed-quote'])
})

test('what is imported has no more room than the plan, is checked as often as it allows, and only by members', async () => {
  world.plans.set(ours, { limits: { monitors: 1, statusPages: 1, checkIntervalSeconds: 300, monitorResultDays: 30 } })
  expect(await refusal('CSV', 'target\nhttps://a.example\nhttps://b.example')).toEqual([
    'quota-exceeded',
    '/services limit-exceeded',
  ])
  const taken = await take('CSV', 'target\nhttps://a.example')
  expect(notesOf(taken)).toEqual(['https://a.example: value-adjusted intervalSeconds'])
  expect((await read()).services).toMatchObject([{ intervalSeconds: 300 }])
  const statuses = ([null, 'vic', 'eve'] as const).map(
    async (who) => (await send('CSV', 'target\na.example', {}, who)).status,
  )
  expect(await Promise.all(statuses)).toEqual([401, 403, 404])
})
