import type { AlertRule, Channel, ChannelMade, MonitoringAlert } from '@bollard/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answered, ours, pathOf, startService, type TestService, theirs } from '../testing/start-service.ts'
import { nextTry } from './deliver.ts'

let world: TestService
beforeAll(async () => {
  world = await startService()
})
afterAll(() => world?.stop())

const slack = { kind: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/secret' }
const body = (target: object, more: object = {}) => ({ name: 'Team', language: 'en', target, ...more })
const create = (target: object, more: object = {}) =>
  world.call('mia', 'POST', pathOf('createChannel'), body(target, more))
async function made(target: object, more: object = {}): Promise<ChannelMade> {
  const answer = await create(target, more)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.json()))
  return answer.json()
}
function refusal(answer: { status: number; json<Body>(): Body }): string {
  const { errors = [] } = answer.json<{ errors?: { pointer: string; code: string }[] }>()
  return `${answer.status} ${errors.map(({ pointer, code }) => `${pointer} ${code}`).join()}`
}
const request = { url: 'https://x.example/', body: '{"text":"{{title}}"}' }

test.for<[target: object, more: object, expected: string]>([
  [slack, { name: ' ' }, '422 /name too-short'],
  [slack, { language: 'xx' }, '422 /language invalid-value'],
  [{ ...slack, url: null }, {}, '422 /target/url required'],
  [{ ...slack, url: 'https://10.0.0.1/x' }, {}, '422 /target/url private'],
  [{ ...slack, url: 'http://hooks.slack.com/x' }, {}, '422 /target/url not-https'],
  [{ kind: 'TELEGRAM', token: 't', chatId: 'me' }, {}, '422 /target/chatId invalid-format'],
  [{ kind: 'PAGERDUTY', routingKey: null }, {}, '422 /target/routingKey required'],
  [{ kind: 'WEBHOOK', url: 'https://localhost/', secret: null }, {}, '422 /target/url private'],
  [{ kind: 'WEBHOOK', url: 'https://x.example/', secret: 'short' }, {}, '422 /target/secret invalid-format'],
  [{ kind: 'EMAIL', addresses: ['a@x.example', 'A@x.example'] }, {}, '422 /target/addresses duplicate'],
  [{ kind: 'PRESET', preset: 'GOTIFY', secrets: { token: 'a' } }, {}, '422 /target/fields/server required'],
  [{ kind: 'PRESET', preset: 'NTFY', fields: { topic: 'a b' } }, {}, '422 /target/fields/topic invalid-format'],
  [{ kind: 'PRESET', preset: 'NTFY', fields: { topic: 'a', x: 'y' } }, {}, '400 /target/fields/x unknown-field'],
  [{ kind: 'PRESET', preset: 'DISCORD' }, {}, '422 /target/secrets/url required'],
  [{ kind: 'PRESET', preset: 'DISCORD', secrets: { url: 'https://[::1]/' } }, {}, '422 /target/secrets/url private'],
  [{ kind: 'REQUEST', request: { ...request, body: '{{title}}' } }, {}, '422 /target/request/body json'],
  [{ kind: 'REQUEST', request, secrets: { title: 'a' } }, {}, '422 /target/secrets/title reserved'],
  [{ kind: 'REQUEST', request, secrets: { token: null } }, {}, '422 /target/secrets/token required'],
])('%j with %j is refused, and the field is named', async ([target, more, expected]) => {
  expect(refusal(await create(target, more))).toBe(expected)
})

test('secrets are sealed, never shown again, and go to no other host than they were entered for', async () => {
  const channel = await made({
    kind: 'REQUEST',
    request: { ...request, headers: [{ name: 'X-Key', value: '{{token}}' }] },
    secrets: { token: 'very-secret' },
  })
  expect(channel).toMatchObject({ secrets: ['token'], target: { secrets: { token: null } }, signingSecret: null })
  const { rows } = await world.db.pool.query<object>('select * from monitoring.channels where id = $1', [channel.id])
  const shown = JSON.stringify([rows, (await world.call('vic', 'GET', pathOf('listChannels'))).json<object>()])
  expect(shown).not.toContain('very-secret')
  const path = pathOf('putChannel', { channelId: channel.id })
  const kept = body(channel.target, { version: 1 })
  expect((await world.call('mia', 'PUT', path, kept)).json()).toMatchObject({ secrets: ['token'], version: 2 })
  const moved = { ...channel.target, request: { ...request, url: 'https://evil.example/{{token}}' } }
  const answer = await world.call('mia', 'PUT', path, body(moved, { version: 2 }))
  expect(refusal(answer)).toBe('422 /target/secrets/token required')
  expect((await world.call('mia', 'PUT', path, kept)).status).toBe(409)
  expect((await world.call('mia', 'PUT', path, body(slack, { version: 2 }))).status).toBe(422)
})

test('a webhook shows the secret that the service made once', async () => {
  const { signingSecret, target, id } = await made({ kind: 'WEBHOOK', url: 'https://hooks.example/in', secret: null })
  expect(signingSecret).toMatch(/^whsec_/u)
  expect(target).toEqual({ kind: 'WEBHOOK', url: 'https://hooks.example/in', secret: null })
  await world.call('mia', 'POST', pathOf('testChannel', { channelId: id }))
  expect(world.requests.at(-1)?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/u) })
})

test('the button tells what became of a test, and mails reach members alone', async () => {
  const { id } = await made(slack)
  world.answers.push(answered(404))
  const failed = await world.call('mia', 'POST', pathOf('testChannel', { channelId: id }))
  expect(failed.json()).toMatchObject({
    delivered: false,
    httpStatus: 404,
    error: 'credentials',
    answer: 'as a test wants it',
  })
  const { items } = (await world.call('vic', 'GET', pathOf('listChannels'))).json<{ items: Channel[] }>()
  expect(items.find((one) => one.id === id)).toMatchObject({
    lastResult: { error: 'credentials' },
    failingSince: world.clock.now.toISOString(),
  })
  const mail = await made({ kind: 'EMAIL', addresses: ['person2@example.org'] }, { language: 'de' })
  const sent = await world.call('mia', 'POST', pathOf('testChannel', { channelId: mail.id }))
  expect(sent.json()).toMatchObject({ delivered: true, httpStatus: null })
  expect([...world.mails.values()]).toMatchObject([
    { to: 'person2@example.org', subject: 'Testnachricht', unsubscribeUrl: 'https://id.example/off' },
  ])
})

test('a rule names what is there, and what a rule needs is not deleted', async () => {
  const { id } = await made(slack)
  const rule = (targets: object[], more: object = {}) =>
    world.call('mia', 'POST', pathOf('createAlertRule'), {
      name: 'R',
      condition: { kind: 'STATE' },
      steps: [{ afterMinutes: 0, targets }],
      ...more,
    })
  const to = { kind: 'CHANNEL', id }
  expect(refusal(await rule([{ ...to, id: theirs }]))).toBe('422 /steps/0/targets/0/id unknown')
  expect(refusal(await rule([{ ...to, kind: 'SCHEDULE' }]))).toBe('422 /steps/0/targets/0/id unknown')
  expect(refusal(await rule([to], { serviceIds: [theirs] }))).toBe('422 /serviceIds/0 unknown')
  const steps = [5, 5].map((afterMinutes) => ({ afterMinutes, targets: [to] }))
  expect(refusal(await rule([], { steps }))).toBe('422 /steps/1/afterMinutes out-of-range')
  expect(refusal(await rule([to], { condition: { kind: 'UPTIME', objectivePercent: 100 } }))).toBe(
    '422 /condition/objectivePercent too-large',
  )
  const layers = [{ channelIds: [id], handOver: { every: 'DAY', time: '09:00' }, startDay: '2026-01-05' }]
  const schedule = await world.call('mia', 'POST', pathOf('createOnCallSchedule'), {
    name: 'S',
    timeZone: 'Europe/Berlin',
    layers,
  })
  const scheduleId = schedule.json<{ id: string }>().id
  const made2 = await rule([{ kind: 'SCHEDULE', id: scheduleId }])
  expect(made2.status).toBe(201)
  expect((await world.call('mia', 'DELETE', pathOf('deleteChannel', { channelId: id }))).status).toBe(409)
  expect((await world.call('mia', 'DELETE', pathOf('deleteOnCallSchedule', { scheduleId }))).status).toBe(409)
  await world.call('mia', 'DELETE', pathOf('deleteAlertRule', { alertRuleId: made2.json<AlertRule>().id }))
  expect((await world.call('mia', 'DELETE', pathOf('deleteOnCallSchedule', { scheduleId }))).status).toBe(204)
  expect((await world.call('mia', 'DELETE', pathOf('deleteChannel', { channelId: id }))).status).toBe(204)
})

test('viewers change nothing, and strangers see nothing', async () => {
  const { id } = await made(slack)
  expect((await world.call('vic', 'POST', pathOf('createChannel'), body(slack))).status).toBe(403)
  expect((await world.call('vic', 'POST', pathOf('testChannel', { channelId: id }))).status).toBe(403)
  expect((await world.call('eve', 'GET', pathOf('listChannels'))).status).toBe(404)
  const hers = pathOf('testChannel', { solutionId: theirs, channelId: id })
  expect((await world.call('eve', 'POST', hers)).status).toBe(404)
  const { items } = (await world.call('vic', 'GET', pathOf('listMonitoringAlerts'))).json<{
    items: MonitoringAlert[]
  }>()
  expect(items).toEqual([])
})

test('waits grow, heed what the provider asks for within an hour, and end', () => {
  const since = new Date('2026-03-02T12:00:00Z')
  const wait = (attempts: number, error: 'unavailable' | 'rejected', retryAfterSeconds: number | null = null) => {
    const next = nextTry({ attempts, since }, { error, retryAfterSeconds }, since)
    return next === null ? null : (next.getTime() - since.getTime()) / 1_000
  }
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => wait(attempts, 'unavailable'))).toEqual([
    10, 30, 120, 300, 900, 1_800, 3_600, 3_600,
  ])
  expect([wait(1, 'unavailable', 90), wait(1, 'unavailable', 1_000_000)]).toEqual([90, 3_600])
  expect([wait(2, 'rejected'), wait(3, 'rejected')]).toEqual([30, null])
  const late = new Date(since.getTime() + 12 * 3_600_000)
  expect(nextTry({ attempts: 9, since }, { error: 'timeout', retryAfterSeconds: null }, late)).toBeNull()
})

test('what a channel gave up is sent again with its key, by its members and by operators, and retried as if it were new', async () => {
  const { id } = await made(slack)
  const { id: other } = await made(slack, { name: 'Boss' })
  const old = new Date(world.clock.now.getTime() - 40 * 3_600_000)
  await world.db.pool.query(
    `insert into monitoring.notifications (id, solution_id, channel_id, dedupe_key, alerts, state, attempts, error, created_at, ended_at)
     select gen_random_uuid(), $1, c.id, 'k' || n, '[]', 'FAILED', 9, 'credentials', $2, $3
     from monitoring.channels c, generate_series(1, 2) n where c.id = any ($4)`,
    [ours, old, world.clock.now, [id, other]],
  )
  const { notifications } = world.service
  expect(await notifications.readFigures()).toMatchObject({
    depth: 0,
    deadLetters: 4,
    deadLettersOfHour: 4,
    lateSeconds: 0,
  })
  const letter = (await notifications.deadLetters.list(10)).find(({ to }) => to === 'Boss')
  expect(letter).toMatchObject({ kind: 'SLACK', solutionId: ours, attempts: 9, error: 'credentials' })
  const retry = (who: 'mia' | 'vic' | 'eve', channelId: string, ids: string[] | null, solutionId = ours) =>
    world.call(who, 'POST', pathOf('retryNotifications', { channelId, solutionId }), { ids })
  expect((await retry('vic', id, null)).status).toBe(403)
  expect((await retry('eve', id, null)).status).toBe(404)
  expect((await retry('eve', id, null, theirs)).status).toBe(404)
  expect(refusal(await retry('mia', id, []))).toBe('422 /ids too-short')
  expect((await retry('mia', id, [theirs])).json()).toEqual({ changed: 0 })
  expect((await retry('mia', id, null)).json()).toEqual({ changed: 2 })
  expect(await world.db.pool.query('select from audit.entries where action = $1', ['channel.retried'])).toMatchObject({
    rowCount: 1,
  })
  expect(await notifications.deadLetters.retry(world.db, [letter?.id ?? ''])).toBe(1)
  expect(await notifications.deadLetters.drop(world.db, null)).toBe(1)
  world.clock.now = new Date(world.clock.now.getTime() + 180_000)
  expect(await notifications.readFigures()).toMatchObject({ depth: 3, deadLetters: 0, lateSeconds: 180 })
  world.answers.push(answered(503), answered(503))
  await world.service.alerting.turn()
  // Although it is older than any message is kept, it is tried again.
  expect(await notifications.measure()).toMatchObject({ depth: 3, retries: 2, oldestSeconds: 40 * 3_600 + 180 })
  for (let turn = 0; turn < 3; turn += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 60_000)
    await world.service.alerting.turn()
  }
  expect(await notifications.measure()).toEqual({ depth: 0, oldestSeconds: 0, retries: 0, deadLetters: 0 })
})
