import type { AlertRule, Channel, MonitoringAlert, Notification } from '@bollard/contracts'
import type { CheckResult } from '@bollard/uptime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { quietPorts } from '../testing/quiet-ports.ts'
import { answered, pathOf, resultOf, startService, type TestService } from '../testing/start-service.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.db.pool.query(
    `delete from monitoring.alert_rules; delete from monitoring.on_call_schedules; delete from monitoring.channels;
     delete from monitoring.group_members; delete from monitoring.services`,
  )
  world.found.clear()
  for (const list of [world.requests, world.answers]) list.length = 0
  world.mails.clear()
  await world.service.engine.turn()
})

const slack = { kind: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/secret' }
async function made<Body>(id: Parameters<typeof pathOf>[0], body: object): Promise<Body> {
  const answer = await world.call('mia', 'POST', pathOf(id), body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.json()))
  return answer.json()
}
const channel = (name: string, more: object = {}) =>
  made<Channel>('createChannel', { name, language: 'en', target: slack, ...more })
const to = (...ids: string[]) => ids.map((id) => ({ kind: 'CHANNEL', id }))
const rule = (targets: object[], more: object = {}) =>
  made<AlertRule>('createAlertRule', {
    name: 'Everything',
    condition: { kind: 'STATE' },
    steps: [{ afterMinutes: 0, targets }],
    ...more,
  })
const list = async <Item>(id: Parameters<typeof pathOf>[0], query = '') =>
  (await world.call('vic', 'GET', `${pathOf(id)}${query}`)).json<{ items: Item[] }>().items
const alerts = () => list<MonitoringAlert>('listMonitoringAlerts')
const messages = () => list<Notification>('listNotifications')

/** Lets time pass in steps, as workers see it. */
async function pass(seconds: number, step = 60): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    await world.pass(step)
    await world.service.alerting.turn()
  }
}
/** Lets time pass in which nothing new is checked; messages wait half a minute for others. */
async function wait(minutes: number): Promise<void> {
  for (const seconds of [minutes * 60, 31]) {
    world.clock.now = new Date(world.clock.now.getTime() + seconds * 1_000)
    await world.service.alerting.turn()
  }
}
const titles = () => world.requests.map(({ body = '' }) => (JSON.parse(body) as { text: string }).text)
async function down(...names: string[]): Promise<string[]> {
  const ids = []
  for (const name of names) ids.push((await world.monitor(name, { retries: 0 })).id)
  await pass(60)
  for (const name of names) world.found.set(`${name}.example`, 'DOWN')
  return ids
}

test('an outage is told of once, and so is its end', async () => {
  const { id } = await channel('Team')
  await rule(to(id))
  await down('shop')
  await pass(120)
  expect(titles()).toEqual(['shop is down'])
  expect(await alerts()).toMatchObject([
    { serviceName: 'shop', state: 'OPEN', facts: { state: 'DOWN', fault: 'status' } },
  ])
  world.found.clear()
  await pass(180)
  expect(titles()).toEqual(['shop is down', 'Resolved: shop is down'])
  expect(await alerts()).toMatchObject([{ state: 'RESOLVED', nextStepAt: null }])
  expect((await messages()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['SENT', 1],
    ['SENT', 1],
  ])
  expect(await list<Channel>('listChannels')).toMatchObject([{ lastResult: { delivered: true }, failingSince: null }])
})

test('many services that fail together are one message for each channel', async () => {
  const both = [await channel('Team'), await channel('Boss')].map(({ id }) => id)
  await rule(to(...both))
  await down('a', 'b', 'c', 'd')
  await pass(120)
  expect(titles()).toEqual(['Alerts: 4 open, 0 resolved', 'Alerts: 4 open, 0 resolved'])
})

test('steps follow until somebody acknowledges the incident, and everybody who was told hears of the end', async () => {
  const [first, second, third] = [await channel('1'), await channel('2'), await channel('3')]
  const steps = [
    { afterMinutes: 0, targets: to(first.id) },
    { afterMinutes: 5, targets: to(second.id) },
    { afterMinutes: 20, targets: to(third.id) },
  ]
  await rule([], { steps })
  await down('shop')
  await pass(60)
  await wait(1)
  await wait(6)
  expect((await messages()).map(({ channelId }) => channelId)).toEqual([second.id, first.id])
  const [alert] = await alerts()
  const answer = { action: 'ACKNOWLEDGE' }
  const path = pathOf('answerMonitoringIncident', { incidentId: alert?.incidentId ?? '' })
  expect((await world.call('mia', 'POST', path, answer)).status).toBe(200)
  expect(await alerts()).toMatchObject([{ state: 'ACKNOWLEDGED', nextStepAt: null }])
  await wait(20)
  expect(await messages()).toHaveLength(2)
  world.found.clear()
  await pass(180)
  expect(
    (await messages())
      .slice(0, 2)
      .map((one) => [one.channelId, one.alerts[0]?.event])
      .toSorted(),
  ).toEqual([first.id, second.id].map((id) => [id, 'RESOLVED']).toSorted())
})

test('whoever is on call is told, again and again, until the alert itself is acknowledged', async () => {
  const [day, night] = [await channel('Day'), await channel('Night')]
  const schedule = await made<{ id: string; turns: object[] }>('createOnCallSchedule', {
    name: 'On call',
    timeZone: 'Europe/Berlin',
    layers: [{ channelIds: [day.id], handOver: { every: 'WEEK', time: '09:00' }, startDay: '2026-01-05' }],
    overrides: [{ from: world.clock.now.toISOString(), until: '2027-01-01T00:00:00.000Z', channelId: night.id }],
  })
  expect(schedule.turns[0]).toMatchObject({ channelId: night.id })
  await rule([{ kind: 'SCHEDULE', id: schedule.id }], { repeat: { afterMinutes: 10, times: 5 } })
  await down('shop')
  await pass(60)
  await wait(1)
  await wait(10)
  expect((await messages()).map((one) => [one.channelId, one.alerts[0]?.event])).toEqual([
    [night.id, 'REPEATED'],
    [night.id, 'OPENED'],
  ])
  const path = pathOf('acknowledgeAlert', { alertId: (await alerts())[0]?.id ?? '' })
  expect((await world.call('mia', 'POST', path)).json()).toMatchObject({ state: 'ACKNOWLEDGED', nextStepAt: null })
  expect((await world.call('mia', 'POST', path)).status).toBe(409)
  await wait(30)
  expect(await messages()).toHaveLength(2)
})

test('quiet hours keep messages back, and what is over by their end is not told', async () => {
  // It is shortly after 13:00 in Berlin.
  const quietHours = {
    timeZone: 'Europe/Berlin',
    hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '13:00', until: '13:00' }],
  }
  expect(
    (
      await world.call('mia', 'POST', pathOf('createChannel'), {
        name: 'Never',
        language: 'en',
        target: slack,
        quietHours,
      })
    ).status,
  ).toBe(422)
  const end = new Date(world.clock.now.getTime() + 3_600_000)
  const clock = (at: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(at)
  const hours = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: clock(world.clock.now), until: clock(end) }]
  const { id } = await channel('Calm', { quietHours: { timeZone: 'Europe/Berlin', hours } })
  await rule(to(id))
  await down('short', 'long')
  await pass(180)
  world.found.delete('short.example')
  await pass(180)
  expect(world.requests).toEqual([])
  await wait(60)
  expect(titles()).toEqual(['long is down'])
})

test('a provider that fails is asked less and less often, with the same key, and a storm meanwhile is one message', async () => {
  const { id } = await channel('Team')
  await rule(to(id))
  await world.monitor('shop', { retries: 0 })
  await world.monitor('blog', { retries: 0 })
  await pass(60)
  world.found.set('shop.example', 'DOWN')
  world.answers.push(answered(429, 240), answered(503), answered(403), { status: null, fault: 'timeout' })
  await pass(240)
  expect(world.requests).toHaveLength(1)
  expect(await list<Channel>('listChannels')).toMatchObject([
    { lastResult: { delivered: false, httpStatus: 429, error: 'rate-limited' } },
  ])
  expect((await messages())[0]).toMatchObject({ state: 'PENDING', attempts: 1, error: 'rate-limited' })
  world.found.set('blog.example', 'DOWN')
  await pass(60)
  for (const minutes of [1, 1, 3, 3, 6]) await wait(minutes)
  expect((await messages()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['SENT', 1],
    ['SENT', 5],
  ])
  expect(titles()).toEqual([...Array.from({ length: 5 }, () => 'shop is down'), 'blog is down'])
  expect(await list<Channel>('listChannels')).toMatchObject([{ lastResult: { delivered: true }, failingSince: null }])
})

test('a process that is killed after the provider has answered repeats the message with the same key', async () => {
  const { id } = await channel('Pager', { target: { kind: 'PAGERDUTY', routingKey: 'r'.repeat(32) } })
  await rule(to(id))
  await down('shop')
  const killed = world.another({
    channels: {
      ...quietPorts,
      request: async (call) => {
        world.requests.push(call)
        throw new Error('killed')
      },
    },
    onError: () => undefined,
  })
  await world.pass(60)
  await killed.alerting.turn()
  expect(world.requests).toHaveLength(1)
  await world.service.alerting.turn()
  expect(world.requests).toHaveLength(1)
  await pass(75)
  expect(world.requests).toHaveLength(2)
  const keys = world.requests.map(({ body = '' }) => (JSON.parse(body) as { dedup_key: string }).dedup_key)
  expect(keys[0]).toBe(keys[1])
  expect(await messages()).toMatchObject([{ state: 'SENT', attempts: 2 }])
})

test('two workers tell everything once', async () => {
  const ids = []
  for (const name of ['1', '2', '3', '4', '5']) ids.push((await channel(name)).id)
  await rule(to(...ids))
  await down('shop', 'blog')
  await world.pass(60)
  const other = world.another()
  for (let turn = 0; turn < 6; turn += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 10_000)
    await Promise.all([world.service.alerting.turn(), other.alerting.turn()])
  }
  expect((await messages()).map(({ channelId }) => channelId).toSorted()).toEqual(ids.toSorted())
  expect(world.requests).toHaveLength(5)
})

test('a rule that is turned off resolves its alerts, and one that begins late tells of what is down', async () => {
  const { id } = await channel('Team')
  await down('shop')
  await pass(60)
  const { createdAt: _1, updatedAt: _2, id: alertRuleId, ...stored } = await rule(to(id))
  await pass(120)
  expect(titles()).toEqual(['shop is down'])
  const off = await world.call('mia', 'PUT', pathOf('putAlertRule', { alertRuleId }), { ...stored, active: false })
  expect(off.status).toBe(200)
  await pass(120)
  expect(titles()).toEqual(['shop is down', 'Resolved: shop is down'])
})

test('slowness, spent downtime, certificates and heartbeats raise alerts of their own', async () => {
  const { id } = await channel('Team')
  const conditions = [
    { kind: 'SLOW', totalMs: 40, minutes: 5 },
    { kind: 'UPTIME', objectivePercent: 99.9, days: 1, spentPercent: 100, fast: false },
    { kind: 'CERTIFICATE', days: 14, reminderDays: [] },
    { kind: 'HEARTBEAT' },
  ]
  for (const condition of conditions) await rule(to(id), { condition, name: condition.kind })
  const { id: shop } = await world.monitor('shop', { retries: 0, intervalSeconds: 30 })
  const check = { kind: 'HEARTBEAT', target: { periodSeconds: 60, graceSeconds: 0 } }
  await world.monitor('job', { check })
  await pass(360, 30)
  const soon = new Date(world.clock.now.getTime() + 86_400_000)
  await world.db.pool.query('update monitoring.service_states set certificate_expires_at = $2 where service_id = $1', [
    shop,
    soon,
  ])
  world.found.set('shop.example', 'DOWN')
  await pass(180)
  expect((await alerts()).map(({ condition, serviceName }) => `${condition} ${serviceName}`).toSorted()).toEqual([
    'CERTIFICATE shop',
    'HEARTBEAT job',
    'SLOW shop',
    // It was down from its first missing signal.
    'UPTIME job',
    'UPTIME shop',
  ])
  expect((await alerts()).find(({ condition }) => condition === 'SLOW')?.facts).toEqual({ totalMs: 50 })
})

test('a date that comes nearer is told once for each number of days, and anew after a renewal; unknown is never told', async () => {
  const { id } = await channel('Team')
  await rule(to(id), { condition: { kind: 'DOMAIN', days: 30, reminderDays: [14, 1, 60] } })
  const check = { kind: 'DOMAIN', target: { name: 'shop.example' } }
  const { id: domain } = await world.monitor('shop', { check, intervalSeconds: 86_400 })
  const expires = async (days: number) => {
    const at = new Date(world.clock.now.getTime() + days * 86_400_000)
    const sql = 'update monitoring.service_states set domain_expires_at = $2 where service_id = $1'
    await world.db.pool.query(sql, [domain, at])
  }
  const told: string[] = []
  async function after(days: number): Promise<void> {
    world.clock.now = new Date(world.clock.now.getTime() + days * 86_400_000)
    await wait(1)
    await wait(1)
    for (const { body = '' } of world.requests.splice(0))
      told.push(`${days}: ${/"text":"(.*?) expires .*?(Days left: \d+|Resolved \d)/u.exec(body)?.slice(1).join(', ')}`)
  }
  await after(0)
  await expires(40)
  for (const days of [0, 10.5, 1, 15, 1, 12, 0.1]) await after(days)
  await expires(365)
  for (const days of [0, 345]) await after(days)
  expect(told).toEqual([
    '10.5: Domain of shop, Days left: 29',
    '15: Still open: Domain of shop, Days left: 13',
    '12: Still open: Domain of shop, Days left: 0',
    '0: Resolved: Domain of shop, Resolved 1',
    '345: Domain of shop, Days left: 19',
  ])
})

test('what a registry says comes from the check into the message, and a registry that falls silent raises nothing', async () => {
  const { id } = await channel('Team')
  await rule(to(id), { condition: { kind: 'DOMAIN' } })
  const expiresAt = world.clock.now.getTime() + 20 * 86_400_000 + 600_000
  const found: (Partial<CheckResult> & Pick<CheckResult, 'verdict'>)[] = [
    { verdict: 'UP', facts: { domainExpiresAt: expiresAt } },
    { verdict: 'UNKNOWN', fault: 'registry-silent', facts: {} },
  ]
  const prober = world.another({
    runCheck: async () => ({ ...resultOf('UP', world.clock.now), ...found[0] }),
  })
  const check = { kind: 'DOMAIN', target: { name: 'shop.example' } }
  const first = await world.monitor('shop', { check, intervalSeconds: 3_600 })
  await prober.engine.turn()
  await wait(1)
  expect(world.requests).toHaveLength(1)
  expect(world.requests[0]?.body).toContain('Days left: 20')
  expect((await world.read(first.id)).domainExpiresAt).toBe(new Date(expiresAt).toISOString())
  found.shift()
  await world.monitor('silent', { check, intervalSeconds: 3_600 })
  world.clock.now = new Date(world.clock.now.getTime() + 3_600_000)
  await prober.engine.turn()
  await wait(1)
  expect((await world.read(first.id)).domainExpiresAt).toBeNull()
  // It neither began anew nor ended: nobody knows.
  expect(world.requests).toHaveLength(1)
  expect(await alerts()).toMatchObject([{ state: 'OPEN', serviceName: 'shop' }])
})

test('whoever acknowledges an incident or an alert here stops the calls of PagerDuty, which is retried as any message', async () => {
  const pager = await channel('Pager', { target: { kind: 'PAGERDUTY', routingKey: 'r'.repeat(32) } })
  const team = await channel('Team')
  await rule(to(pager.id, team.id))
  await down('shop', 'blog')
  await pass(60)
  await wait(1)
  const calls = () =>
    world.requests
      .splice(0)
      .map(({ body = '' }) => JSON.parse(body) as { event_action?: string; dedup_key?: string })
      .flatMap(({ event_action: action, dedup_key: key }) => (key === undefined ? [] : [`${action} ${key}`]))
      .toSorted()
  const [one, other] = await alerts()
  const of = (action: string) => [one, other].map((alert) => `${action} ${alert?.id}`).toSorted()
  expect(calls()).toEqual(of('trigger'))
  world.answers.push(answered(503))
  const incident = pathOf('answerMonitoringIncident', { incidentId: one?.incidentId ?? '' })
  expect((await world.call('mia', 'POST', incident, { action: 'ACKNOWLEDGE' })).status).toBe(200)
  await world.call('mia', 'POST', pathOf('acknowledgeAlert', { alertId: other?.id ?? '' }))
  for (const minutes of [1, 1, 1]) await wait(minutes)
  // The first was refused, and came again with its key.
  expect(new Set(calls())).toEqual(new Set(of('acknowledge')))
  expect((await messages()).filter(({ state }) => state !== 'SENT')).toEqual([])
  world.found.clear()
  await pass(180)
  expect(calls()).toEqual(of('resolve'))
})

test('five hundred services that fail in half a minute are one message, and one when they work again', async () => {
  const { id } = await channel('Team')
  const { id: ruleId } = await rule(to(id))
  const service = (await world.monitor('shop')).id
  // What is copied below has no states to judge.
  await world.db.pool.query(`update monitoring.alert_rules set judged_at = '2100-01-01'`)
  const sql = `with copied as (insert into monitoring.services select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', 'n' || n))).*
      from monitoring.services s, generate_series(1, 500) n where s.id = $1 returning id, solution_id)
    insert into monitoring.alerts (id, solution_id, rule_id, service_id, facts, opened_at, followed_until, next_at)
    select gen_random_uuid(), solution_id, $2, id, '{"state": "DOWN"}', $3::timestamptz + row_number() over () * interval '58 milliseconds', $3, $3 from copied`
  await world.db.pool.query(sql, [service, ruleId, world.clock.now])
  await wait(1)
  expect(titles()).toEqual(['Alerts: 500 open, 0 resolved'])
  await world.db.pool.query('update monitoring.alerts set resolved_at = $1, next_at = $1', [world.clock.now])
  await wait(1)
  expect(titles()).toEqual(['Alerts: 500 open, 0 resolved', 'Alerts: 0 open, 500 resolved'])
})
