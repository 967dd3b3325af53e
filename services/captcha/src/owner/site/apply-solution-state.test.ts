import {
  captchaRoutes,
  compatPaths,
  type LockEffect,
  type PublicWidgetSettings,
  siteSettingsSchema,
  widgetSettingsSchema,
} from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { askForm, askFriendly, askTrustcaptcha, failoverToken } from '../../testing/compat/ask.ts'
import { replaceSecretKey } from '../../testing/replace-secret-key.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { answer, codeOf, pass, siteverify, start, started, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const often = { followSitesMs: 50 }
const it = await cluster.startService(often)
const beside = await cluster.startService({ beside: it, ...often })
await beside.service.start()
const apps = [it.app, beside.app]
const soon = { timeout: 20_000, interval: 20 }

let number = 0
const restrict = async ({ solutionId }: TestSite, ...effects: LockEffect[]) =>
  it.service.applySolutionState(solutionId, { effects, timeZone: 'UTC', number: (number += 1) })
async function site() {
  const made = await makeSite(it)
  it.roles.set(`ada ${made.solutionId}`, 'ADMIN')
  // Known to both processes before anything changes.
  for (const app of apps) await started(app, { siteKey: made.siteKey })
  return made
}
function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  return it.app.inject({
    method,
    url: `/captcha/v1/sites/${path}`,
    headers: { cookie: 'ada' },
    ...(payload === undefined ? {} : { payload }),
  })
}
const startOf = async (app: typeof it.app, siteKey: string) => {
  const response = await start(app, { siteKey })
  return response.statusCode === 201 ? 'challenge' : `${response.statusCode} ${codeOf(response)}`
}

test('REFUSE: within seconds no process begins or finishes a check, what was passed before is still told, and the log says why', async () => {
  const made = await site()
  const { token } = await pass(it.app, made.siteKey)
  const open = await started(it.app, { siteKey: made.siteKey })
  const solution = { challenge: open.challenge.token, solution: await solve(open.challenge.token), workMs: 5 }
  await restrict(made, 'REFUSE')
  for (const app of apps) {
    await expect.poll(() => startOf(app, made.siteKey), soon).toBe('403 solution-locked')
    const answered = await answer(app, open.verificationId, solution)
    expect([answered.statusCode, codeOf(answered)]).toEqual([403, 'solution-locked'])
  }
  expect(await siteverify(it.app, { secret: made.secretKey, response: token })).toMatchObject({ success: true })
  const { items } = (await call('GET', `${made.solutionId}/verifications?decision=LOCK`)).json<{ items: object[] }>()
  expect(items.length).toBeGreaterThanOrEqual(2)
  expect(items[0]).toMatchObject({ outcome: 'REFUSED' })

  // Nothing was burnt, so that an open lock lets the same visitor through.
  await restrict(made)
  await expect.poll(() => startOf(it.app, made.siteKey), soon).toBe('challenge')
  expect((await answer(it.app, open.verificationId, solution)).statusCode).toBe(200)
})

test('REFUSE: nobody passes by failover, and pages that the site does not know learn nothing', async () => {
  const made = await site()
  await setSettings(it, made, { failover: 'RECORDED_OUTAGES' })
  await it.db.pool.query(
    `insert into captcha.outages (id, from_at, cause) values (gen_random_uuid(), now() - interval '1 hour', 'MAINTENANCE')`,
  )
  await restrict(made, 'REFUSE', 'READ_ONLY')
  await expect.poll(() => startOf(it.app, made.siteKey), soon).toBe('403 solution-locked')
  const refused = await siteverify(it.app, {
    secret: made.secretKey,
    response: failoverToken(made.siteKey, it.clock.now),
  })
  expect(refused).toEqual({ success: false, 'error-codes': ['invalid-input-response', 'failover-refused'] })
  const foreign = await start(it.app, { siteKey: made.siteKey }, { ...chromium, origin: 'https://other.example' })
  expect(codeOf(foreign)).toBe('origin-not-allowed')
  await it.db.pool.query('delete from captcha.outages')
})

test('WORK_ONLY: visitors pass by work without a score, the badge cannot be hidden, and the settings of the owner stay', async () => {
  const made = await site()
  await setSettings(it, made, { widget: widgetSettingsSchema.parse({ whiteLabel: true }) })
  await restrict(made, 'WORK_ONLY')
  await expect.poll(async () => (await started(it.app, { siteKey: made.siteKey })).verificationId.length, soon).toBe(36)
  const isScored = async () => {
    const { verificationId } = await visit(it.app, made.siteKey, { collected: ['webdriver'] })
    return (await call('GET', `${made.solutionId}/verifications/${verificationId}`)).json<{
      riskScoring: boolean
      score: number
      outcome: string
    }>()
  }
  await expect.poll(isScored, soon).toMatchObject({ riskScoring: false, score: 0, outcome: 'PASSED' })
  const shown = (
    await it.app.inject({ url: captchaRoutes.getWidgetSettings.path.replace('{siteKey}', made.siteKey) })
  ).json<PublicWidgetSettings>()
  expect(shown.widget.whiteLabel, 'not even by an attribute of the page').toBeNull()
  const settings = (await call('GET', `${made.solutionId}/settings`)).json()
  expect(settings).toMatchObject({ riskScoring: true, widget: { whiteLabel: true } })
})

test('RESULTS_REFUSED: the widget runs, and a key gets no results in any protocol until it is replaced', async () => {
  const made = await site()
  const { token, verificationId } = await pass(it.app, made.siteKey)
  // Before the lock the result was there.
  it.clock.now += 1
  await restrict(made, 'RESULTS_REFUSED')
  const secret = made.secretKey
  for (const app of apps) {
    expect(await siteverify(app, { secret, response: token })).toEqual({
      success: false,
      'error-codes': ['invalid-input-secret', 'solution-locked'],
    })
    const result = await app.inject({
      url: `/captcha/v1/verifications/${verificationId}/result`,
      headers: { authorization: `Bearer ${secret}` },
    })
    expect([result.statusCode, codeOf(result)]).toEqual([403, 'solution-locked'])
    for (const path of [compatPaths.recaptcha, compatPaths.hcaptcha, compatPaths.turnstile]) {
      expect((await askForm(app, path, { secret, response: token })).body, path).toMatchObject({
        success: false,
        'error-codes': ['invalid-input-secret'],
      })
    }
    expect(await askFriendly(app, secret, { response: token })).toMatchObject({
      status: 200,
      body: { success: false, error: { error_code: 'response_invalid' } },
    })
    expect((await askTrustcaptcha(app, verificationId, secret)).status).toBe(403)
  }
  const named = await siteverify(it.app, {
    secret,
    response: token,
    idempotency_key: '0b8f3c1e-8d5c-4a5e-9b57-2f6f3a1c9d10',
  })
  expect(named).toMatchObject({ success: false })
  expect(await startOf(it.app, made.siteKey)).toBe('challenge')

  it.clock.now += 1
  const secretKey = await replaceSecretKey(it.app, made.solutionId)
  expect(await siteverify(it.app, { secret: secretKey, response: token })).toMatchObject({ success: true })
  // Told once more, as after a crash, it does not lock out the new key.
  await restrict(made, 'RESULTS_REFUSED', 'WORK_ONLY')
  const again = await pass(beside.app, made.siteKey)
  expect(await siteverify(beside.app, { secret: secretKey, response: again.token })).toMatchObject({ success: true })
})

test('RESULTS_REFUSED: what an attempt was answered before is not answered again, and a leaked key reads nothing', async () => {
  const made = await site()
  const attempt = {
    secret: made.secretKey,
    response: (await pass(it.app, made.siteKey)).token,
    idempotency_key: '4a0f3c1e-8d5c-4a5e-9b57-2f6f3a1c9d11',
  }
  expect(await siteverify(it.app, attempt)).toMatchObject({ success: true })
  const key = captchaRoutes.createApiKey.response.schema.parse(
    (await call('POST', `${made.solutionId}/api-keys`, { name: 'Figures', scopes: ['statistics', 'manage'] })).json(),
  )
  const read = () =>
    it.app.inject({
      url: `/captcha/v1/sites/${made.solutionId}/verifications`,
      headers: { authorization: `Bearer ${key.secretKey}` },
    })
  expect((await read()).statusCode).toBe(200)
  it.clock.now += 1
  await restrict(made, 'RESULTS_REFUSED')
  expect(await siteverify(it.app, attempt)).toEqual({
    success: false,
    'error-codes': ['invalid-input-secret', 'solution-locked'],
  })
  const refused = await read()
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'solution-locked'])
})

test('READ_ONLY: nothing is changed, everything is read, exports and closing a leak go on', async () => {
  const made = await site()
  await restrict(made, 'READ_ONLY')
  const changes = [
    await call('PUT', `${made.solutionId}/settings`, { ...siteSettingsSchema.parse({ threshold: 0.6 }), version: 1 }),
    await call('POST', `${made.solutionId}/environments`, { name: 'Staging', domains: ['staging.shop.example'] }),
    await call('POST', `${made.solutionId}/api-keys`, { name: 'Server', scopes: ['verify'] }),
  ]
  for (const change of changes) expect([change.statusCode, codeOf(change)]).toEqual([403, 'solution-locked'])
  expect((await call('GET', `${made.solutionId}/settings`)).statusCode).toBe(200)
  expect((await call('POST', `${made.solutionId}/exports`, { format: 'CSV', filters: {} })).statusCode).toBe(202)
  await replaceSecretKey(it.app, made.solutionId)
  expect(await startOf(it.app, made.siteKey)).toBe('challenge')
})

test('a change that comes late changes nothing, and a site that does not exist is left alone', async () => {
  const made = await site()
  await it.service.applySolutionState(made.solutionId, {
    effects: ['REFUSE'],
    timeZone: 'Asia/Tokyo',
    number: 1_000_002,
  })
  await it.service.applySolutionState(made.solutionId, { effects: [], timeZone: 'UTC', number: 1_000_001 })
  await expect.poll(() => startOf(beside.app, made.siteKey), soon).toBe('403 solution-locked')
  expect(await zoneOf(made)).toBe('Asia/Tokyo')
  await it.service.applySolutionState('019a0000-0000-7000-8000-000000000000', {
    effects: ['REFUSE'],
    timeZone: 'UTC',
    number: 1,
  })
})

const zoneOf = async ({ solutionId }: TestSite): Promise<string> => {
  const { range } = (await call('GET', `${solutionId}/statistics`)).json<{ range: { timeZone: string } }>()
  return range.timeZone
}

test('days begin where the solution says, in every zone that a browser offers, and verifications of before move with them', async () => {
  const made = await site()
  await visit(it.app, made.siteKey)
  for (const timeZone of Intl.supportedValuesOf('timeZone').filter((_zone, index) => index % 20 === 0)) {
    // oxlint-disable-next-line no-await-in-loop -- one zone after another, as an owner would
    await it.service.applySolutionState(made.solutionId, { effects: [], timeZone, number: (number += 1) })
    expect(await zoneOf(made)).toBe(timeZone)
  }
  expect((await call('GET', `${made.solutionId}/statistics`)).json()).toMatchObject({ totals: { passed: 1 } })
})

test('a zone that the database does not know changes nothing, and no figures of others suffer', async () => {
  const [made, other] = [await site(), await site()]
  for (const timeZone of ['AET', 'US/Pacific-New', 'IST', '+01:00', 'Mars/Olympus', ''])
    // oxlint-disable-next-line no-await-in-loop -- one zone after another
    await it.service.applySolutionState(made.solutionId, { effects: [], timeZone, number: (number += 1) })
  expect(await zoneOf(made)).toBe('UTC')
  await visit(it.app, other.siteKey)
  expect((await call('GET', `${other.solutionId}/statistics`)).json()).toMatchObject({ totals: { passed: 1 } })
})

test('a secret counts as rotated once no key from before takes results any more', async () => {
  const made = await site()
  const leakedAt = new Date(it.clock.now)
  const isRotated = () => it.service.isSecretRotated(made.solutionId, leakedAt)
  expect(await isRotated()).toBe(false)
  it.clock.now += 1_000
  const keys = (await call('GET', `${made.solutionId}/api-keys`)).json<{ items: { id: string }[] }>()
  await call('POST', `${made.solutionId}/api-keys/${keys.items[0]?.id}/rotations`, { overlapHours: 1 })
  // The leaked one works on until its replacement is installed.
  expect(await isRotated()).toBe(false)
  it.clock.now += 3_600_000
  expect(await isRotated()).toBe(true)
  expect(await it.service.isSecretRotated('019a0000-0000-7000-8000-000000000000', leakedAt)).toBe(false)
})
