import type { CaptchaAtIncident, MonitoredService } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ours, pathOf, people, services, startService, theirs } from '../testing/start-service.ts'
import type { HourOfCaptcha } from '../captcha-port.ts'

const it = await startService()
afterAll(() => it.stop())

const shop = '019a9b1c-5d3e-7000-8000-0000000000c1'
const hourMs = 3_600_000
const weekMs = 168 * hourMs
const { captcha, call } = it
const rolesOf = (who: keyof typeof people, solutionId: string) => `${people[who].userId} ${solutionId}`
const rate = (more: object = {}) => ({ kind: 'PASS_RATE', target: { solutionId: shop, ...more } })
const form = (more: object = {}) => ({
  kind: 'FORM',
  target: { url: 'https://shop.example/contact', siteKey: 'bsk_of_shop', ...more },
})
const tryIt = (check: object, who: Parameters<typeof call>[0] = 'mia') =>
  call(who, 'POST', `/monitoring/v1/solutions/${ours}/check`, { check })

/** An hour in which so many of 1 000 people passed. */
const hourAt = (at: number, more: Partial<HourOfCaptcha> = {}): HourOfCaptcha => ({
  at: new Date(at),
  started: 1_100,
  issued: 1_100,
  solved: 950,
  refused: 100,
  steppedUp: 55,
  checkMsP95: 2_000,
  ...more,
})
/** The hour that is judged at 12:40: its first quarter is over for long enough. */
const judged = Date.parse('2026-03-02T12:00:00.000Z')
/** Eight weeks as usual, each a little otherwise, and the hour itself. */
function history(current: Partial<HourOfCaptcha> = {}): HourOfCaptcha[] {
  const weeks = Array.from({ length: 8 }, (_none, index) =>
    hourAt(judged - (index + 1) * weekMs, { solved: 945 + (index % 3) * 5, steppedUp: 52 + index }),
  )
  return [...weeks, hourAt(judged, current)]
}

beforeEach(() => {
  it.clock.now = new Date('2026-03-02T12:40:00.000Z')
  captcha.hours.set(shop, history())
  captcha.sites.set('bsk_of_shop', shop)
  for (const by of [ours]) captcha.shared.add(`${by} ${shop}`)
  captcha.roles.set(rolesOf('mia', shop), 'VIEWER')
})

test('an hour as usual is up, and what was measured is told', async () => {
  const result = (await tryIt(rate())).json<{ verdict: string; facts: { answers: string[] } }>()
  expect(result).toMatchObject({ verdict: 'UP', fault: null })
  expect(result.facts.answers).toEqual([
    expect.stringMatching(/^solveRate (BETTER|WITHIN_SPREAD) found=0.95 usual=0.95 score=-?[\d.]+ weeks=8$/u),
    'timeToSolveP95 SHORT_HISTORY volume=1050 weeks=0',
    expect.stringMatching(/^stepUpShare /u),
    expect.stringMatching(/^refusalShare /u),
  ])
})

test.for<[string, string, Partial<HourOfCaptcha>]>([
  ['people stop getting through', 'DOWN', { solved: 400 }],
  ['a few less get through, beyond chance', 'DEGRADED', { solved: 885 }],
  ['twice as many get a second round', 'DOWN', { steppedUp: 300 }],
  ['more are refused', 'DOWN', { refused: 400, started: 1_400 }],
  ['fewer get through by chance alone', 'UP', { solved: 935 }],
  ['fewer are refused, which is no fault', 'UP', { refused: 0, started: 1_000 }],
])('%s: %s', async ([, verdict, current]) => {
  captcha.hours.set(shop, history(current))
  expect((await tryIt(rate())).json()).toMatchObject({ verdict, fault: verdict === 'UP' ? null : 'pass-rate' })
})

test('too few visitors, too short a history and a captcha of another owner say nothing', async () => {
  captcha.hours.set(shop, history({ started: 20, issued: 20, solved: 5, refused: 0 }))
  expect((await tryIt(rate())).json()).toMatchObject({ verdict: 'UNKNOWN', fault: 'low-volume' })
  captcha.hours.set(shop, history().slice(-3))
  expect((await tryIt(rate())).json()).toMatchObject({ verdict: 'UNKNOWN', fault: 'short-history' })
  const made = (await call('mia', 'POST', services, { name: 'Pass rate', check: rate() })).json<MonitoredService>()
  captcha.shared.clear()
  await it.service.engine.turn()
  expect(await it.read(made.id)).toMatchObject({ fault: 'captcha-unreadable', state: 'UNKNOWN' })
})

test('the time to solve is kept by the hour, and an hour that takes people longer is noticed', async () => {
  it.clock.now = new Date(judged - 9 * weekMs)
  const made = (
    await call('mia', 'POST', services, { name: 'Time', check: rate({ figures: ['timeToSolveP95'] }), retries: 0 })
  ).json<MonitoredService>()
  for (let week = 8; week >= 0; week -= 1) {
    it.clock.now = new Date(judged - week * weekMs + 40 * 60_000)
    const checkMsP95 = week === 0 ? 9_000 : 2_000 + week * 10
    captcha.hours.set(shop, [hourAt(judged - week * weekMs, { checkMsP95 })])
    await it.service.engine.turn()
  }
  expect(await it.read(made.id)).toMatchObject({ state: 'DOWN', fault: 'pass-rate' })
  // Nine days, although what was asked about is judged by now: other hours of the week still have nothing beside them.
  expect((await it.read(made.id)).learning).toEqual({ days: 9, daysNeeded: 21 })
  await it.db.pool.query(
    `insert into monitoring.pass_rate_hours select service_id, solution_id, hour + d * interval '1 day', check_ms_p95,
    case when d < 13 then 50 else 49 end from monitoring.pass_rate_hours, generate_series(1, 15) d where hour = $1 on conflict do nothing`,
    [new Date(judged)],
  )
  expect((await it.read(made.id)).learning).toBeNull()
  expect((await it.read(made.id)).detail).toContain('timeToSolveP95 TOO_HIGH found=9000')
})

test('only who has a role in a captcha of the same owner may have its figures watched, and nobody learns of another one', async () => {
  const unknown = { code: 'validation-failed', errors: [{ pointer: '/check/target/solutionId', code: 'unknown' }] }
  const ask = async (who: Parameters<typeof call>[0], check: object) => {
    const [tried, made] = [await tryIt(check, who), await call(who, 'POST', services, { name: 'a', check })]
    const { requestId: _own, ...told } = tried.json<{ requestId: string }>()
    expect(made.json()).toMatchObject(told)
    return told
  }
  // Ada administers the monitoring, and has no role in the captcha.
  expect(await ask('ada', rate())).toMatchObject(unknown)
  expect(await ask('mia', rate({ solutionId: theirs }))).toMatchObject(unknown)
  captcha.hours.delete(shop)
  expect(await ask('mia', rate())).toMatchObject(unknown)
  captcha.hours.set(shop, history())
  captcha.shared.clear()
  expect(await ask('mia', rate())).toMatchObject(unknown)
  captcha.shared.add(`${ours} ${shop}`)
  const { secretKey } = (
    await call('ada', 'POST', pathOf('createMonitoringKey'), { name: 'CI', scopes: ['manage'] })
  ).json<{ secretKey: `bmk_${string}` }>()
  expect(await ask(secretKey, rate())).toMatchObject({
    errors: [{ pointer: '/check/target/solutionId', code: 'person-required' }],
  })
  // What somebody with a role has set up may be changed otherwise by who has none.
  const { id, ...made } = (
    await call('mia', 'POST', services, { name: 'Rate', check: rate() })
  ).json<MonitoredService>()
  const settings = { name: 'Rate of passing', check: made.check, version: made.version }
  expect((await call('ada', 'PUT', `${services}/${id}`, settings)).status).toBe(200)
  const moved = { ...settings, version: made.version + 1, check: rate({ solutionId: theirs }) }
  expect((await call('ada', 'PUT', `${services}/${id}`, moved)).json()).toMatchObject(unknown)
})

test.for<[string, object, string]>([
  ['form', form({ url: 'ftp://shop.example' }), '/check/target/url'],
  ['form', form({ siteKey: 'a b' }), '/check/target/siteKey'],
  ['form', form({ siteKey: 'bsk_of_nobody' }), '/check/target/siteKey'],
  [
    'form',
    form({
      fields: [
        { name: 'a', value: '' },
        { name: 'a', value: '' },
      ],
    }),
    '/check/target/fields',
  ],
  ['form', form({ fields: [{ name: '', value: '' }] }), '/check/target/fields/0/name'],
  ['form', form({ responseField: '' }), '/check/target/responseField'],
  ['form', form({ heartbeat: { serviceId: theirs, withinSeconds: 5 } }), '/check/target/heartbeat/serviceId'],
  ['form', form({ heartbeat: { serviceId: theirs, withinSeconds: 30 } }), '/check/target/heartbeat/withinSeconds'],
  ['rate', rate({ figures: [] }), '/check/target/figures'],
  ['rate', rate({ figures: ['solveRate', 'solveRate'] }), '/check/target/figures'],
  ['rate', rate({ volumeMin: 5 }), '/check/target/volumeMin'],
  ['rate', rate({ degradedScore: 20 }), '/check/target/downScore'],
])('what a %s cannot be is refused by its field: %s', async ([, check, pointer]) => {
  const refused = (await call('mia', 'POST', services, { name: 'a', check })).json()
  expect(refused).toMatchObject({ code: 'validation-failed', errors: [{ pointer }] })
})

test('forms and figures are checked by the installation alone: a place of a probe is refused wherever places are named', async () => {
  await it.service.engine.turn()
  const probe = await call('ada', 'POST', pathOf('createProbe'), { name: 'Office', place: 'office' })
  expect(probe.status).toBe(201)
  const places = ['main', 'office']
  const refusal = (pointer: string) => ({ code: 'validation-failed', errors: [{ pointer, code: 'not-for-kind' }] })
  const refused = async (method: 'POST' | 'PUT', path: string, payload: object, pointer: string) =>
    expect((await call('mia', method, path, payload)).json(), path).toMatchObject(refusal(pointer))
  for (const check of [form(), rate()]) {
    await refused('POST', services, { name: 'a', check, places }, '/places/1')
    const input = { name: 'a', check, places: ['main'] }
    const { id, version } = (await call('mia', 'POST', services, input)).json<MonitoredService>()
    await refused('PUT', `${services}/${id}`, { ...input, version, places }, '/places/1')
    const change = { action: 'SET_PLACES', places }
    const page = await it.monitor(`page-${check.kind.toLowerCase().replace('_', '-')}`)
    await refused('POST', `${services}/changes`, { serviceIds: [page.id, id], change }, '/change/places/1')
    const file = { version: 1, services: [{ key: 'a', name: 'a', check, places }] }
    const configuration = { configuration: JSON.stringify(file), dryRun: true }
    await refused('PUT', pathOf('getMonitoringConfiguration'), configuration, '/services/0/places/1')
  }
})

test('a file names only captchas and heartbeats that its sender may name', async () => {
  const put = async (who: Parameters<typeof call>[0], check: object) => {
    const file = { version: 1, services: [{ key: 'watched', name: 'Watched', check }] }
    const answer = await call(who, 'PUT', pathOf('getMonitoringConfiguration'), { configuration: JSON.stringify(file) })
    return answer.json<object>()
  }
  const unknown = (field: string) => ({ errors: [{ pointer: `/services/0/check/target/${field}`, code: 'unknown' }] })
  // Ada administers the monitoring, and has no role in the captcha.
  expect(await put('ada', rate())).toMatchObject(unknown('solutionId'))
  expect(await put('mia', form({ siteKey: 'bsk_of_nobody' }))).toMatchObject(unknown('siteKey'))
  const heartbeat = { serviceId: theirs, withinSeconds: 5 }
  expect(await put('mia', form({ heartbeat }))).toMatchObject(unknown('heartbeat/service'))
  expect(await put('mia', rate())).toMatchObject({ applied: true })
  // What somebody with a role has set up stays in the files of others.
  expect(await put('ada', rate({ volumeMin: 200 }))).toMatchObject({ applied: true })
})

test('a heartbeat that a form waits for stays until the form is gone', async () => {
  const target = { periodSeconds: 60 }
  const heartbeat = (
    await call('mia', 'POST', services, { name: 'Mail', check: { kind: 'HEARTBEAT', target } })
  ).json<MonitoredService>()
  const waiting = form({ heartbeat: { serviceId: heartbeat.id, withinSeconds: 5 } })
  const made = (await call('mia', 'POST', services, { name: 'Contact', check: waiting })).json<MonitoredService>()
  const remove = (id: string) => call('mia', 'DELETE', `${services}/${id}`)
  expect((await remove(heartbeat.id)).json()).toMatchObject({ code: 'in-use' })
  expect((await remove(made.id)).status).toBe(204)
  expect((await remove(heartbeat.id)).status).toBe(204)
})

test('an incident tells what captchas saw in the same minutes, to whom may see it', async () => {
  const page = await it.monitor('shop', { retries: 0 })
  await it.pass(60)
  it.found.set('shop.example', 'DOWN')
  await it.pass(60)
  const { incidentId } = await it.read(page.id)
  if (incidentId === null) throw new Error('no incident')
  const opened = it.clock.now.getTime()
  const minute = (offset: number, solved: number) => ({
    at: new Date(Math.floor(opened / 60_000) * 60_000 + offset * 60_000),
    verifications: 20,
    solved,
    refused: 20 - solved,
  })
  captcha.domains.set('shop.example', [shop, theirs])
  for (const id of [shop, theirs])
    captcha.minutes.set(id, [minute(-20, 1), minute(-15, 19), minute(0, 5), minute(4, 6), minute(30, 2)])
  it.clock.now = new Date(opened + 5 * 60_000)
  const path = pathOf('listCaptchasAtIncident', { incidentId })
  const seen = async (who: Parameters<typeof call>[0]) =>
    (await call(who, 'GET', path)).json<{ items: CaptchaAtIncident[] }>()
  const { items } = await seen('mia')
  expect(items.map(({ solutionId }) => solutionId)).toEqual([shop])
  expect(items[0]?.minutes.map(({ solved, solveRate }) => [solved, solveRate])).toEqual([
    [19, 0.95],
    [5, 0.25],
    [6, 0.3],
  ])
  expect(items[0]?.to).toBe(it.clock.now.toISOString())
  // A viewer of the monitoring without a role in the captcha learns nothing of it.
  expect(await seen('vic')).toEqual({ items: [] })
  captcha.shared.clear()
  expect(await seen('mia')).toEqual({ items: [] })
  expect((await call('eve', 'GET', path)).status).toBe(404)
  expect((await call('mia', 'GET', pathOf('listCaptchasAtIncident', { incidentId: page.id }))).status).toBe(404)
})
