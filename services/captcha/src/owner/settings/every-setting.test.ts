import { problemSchema, type SiteSettings, siteSettingsSchema } from '@bollard/contracts'
import { expectedHashes } from '@bollard/proof-of-work/server'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { answer, codeOf, pass, siteverify, start, started, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()

const defaults = siteSettingsSchema.parse({})
const urlOf = (site: TestSite) => `/captcha/v1/sites/${site.solutionId}/settings`
/** Calls of one person are limited; each site has its own. */
const adminOf = (site: TestSite) => `ada-${site.solutionId}`
const put = (site: TestSite, payload: object, cookie = adminOf(site)) =>
  it.app.inject({ method: 'PUT', url: urlOf(site), headers: { cookie }, payload })
const get = async (site: TestSite) =>
  (await it.app.inject({ url: urlOf(site), headers: { cookie: adminOf(site) } })).json<
    SiteSettings & { version: number }
  >()

/** A site of its own, set before anything has read it. */
async function siteWith(settings: Partial<SiteSettings> = {}): Promise<TestSite> {
  const site = await makeSite(it)
  for (const [name, role] of [
    ['vera', 'VIEWER'],
    ['mia', 'MEMBER'],
    [adminOf(site), 'ADMIN'],
  ] as const)
    it.roles.set(`${name} ${site.solutionId}`, role)
  const answer = await put(site, { ...defaults, ...settings, version: 1 })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return site
}
const refusedFor = ['webdriver']
const doubtful = ['honeypot-filled', 'shift-missing']
const hashesOf = async (site: TestSite) =>
  expectedHashes((await started(it.app, { siteKey: site.siteKey })).challenge.target)
/** Of the last of so many visitors of one network. */
async function hashesAfter(visitors: number, site: TestSite): Promise<number> {
  for (let visitor = 1; visitor < visitors; visitor++) await started(it.app, { siteKey: site.siteKey })
  return hashesOf(site)
}
/** Of a visitor against whom nothing speaks, at the test's range of work. */
const usualHashes = await hashesOf(await siteWith())
const outcomeOf = async (site: TestSite, collected: readonly string[]) =>
  (await visit(it.app, site.siteKey, { collected })).answered?.status

/** What the engine does with each setting, at its limits. */
const obeyed: Record<
  Exclude<keyof SiteSettings, 'signedBots' | 'privateTokens' | 'failover' | 'retentionDays' | 'widget'>,
  () => Promise<void>
> = {
  async threshold() {
    expect(await outcomeOf(await siteWith({ threshold: 0.2 }), refusedFor)).toBe('refused')
    // Nothing but certainty stops anybody: who is caught is asked for more work, and let through.
    expect(await outcomeOf(await siteWith({ threshold: 1 }), refusedFor)).toBe('challenge')
  },
  async difficulty() {
    const usual = await hashesOf(await siteWith())
    expect((await hashesOf(await siteWith({ difficulty: 50 }))) / usual).toBeCloseTo(1.5, 2)
    expect((await hashesOf(await siteWith({ difficulty: -50 }))) / usual).toBeCloseTo(1, 2)
  },
  async resultTtlMinutes() {
    const before = it.clock.now
    const site = await siteWith({ resultTtlMinutes: 1 })
    const { token } = await pass(it.app, site.siteKey)
    it.clock.now = before + 61_000
    expect((await siteverify(it.app, { secret: site.secretKey, response: token }))['error-codes']).toContain(
      'token-expired',
    )
    const long = await siteWith({ resultTtlMinutes: 1_440 })
    const kept = await pass(it.app, long.siteKey)
    it.clock.now += 1_439 * 60_000
    expect((await siteverify(it.app, { secret: long.secretKey, response: kept.token })).success).toBe(true)
    it.clock.now = before
  },
  async resultRetrievals() {
    for (const most of [1, 3, 10]) {
      const site = await siteWith({ resultRetrievals: most })
      const { token } = await pass(it.app, site.siteKey)
      const answers = []
      for (let time = 0; time <= most; time += 1)
        answers.push((await siteverify(it.app, { secret: site.secretKey, response: token })).success)
      expect(answers).toEqual([...Array.from({ length: most }, () => true), false])
    }
  },
  async riskScoring() {
    const off = await siteWith({ riskScoring: false })
    const visited = await visit(it.app, off.siteKey, {
      collected: refusedFor,
      headers: { ...chromium, 'user-agent': 'curl/8' },
    })
    expect(visited.answered?.status).toBe('passed')
    const body = (
      await it.app.inject({
        url: `${urlOf(off).replace('/settings', '')}/verifications/${visited.verificationId}`,
        headers: { cookie: adminOf(off) },
      })
    ).json()
    expect(body).toMatchObject({ riskScoring: false, reasons: [], score: 0, decision: { type: 'WORK' } })
    expect(await outcomeOf(await siteWith({ riskScoring: true }), refusedFor)).toBe('refused')
  },
  async minimalData() {
    expect((await start(it.app, { siteKey: (await siteWith({ minimalData: true })).siteKey })).json()).toMatchObject({
      collect: false,
    })
    expect((await start(it.app, { siteKey: (await siteWith({ minimalData: false })).siteKey })).json()).toMatchObject({
      collect: true,
    })
  },
  async honeypots() {
    expect(await outcomeOf(await siteWith({ honeypots: true }), doubtful)).toBe('challenge')
    const off = await siteWith({ honeypots: false })
    const { verificationId } = await visit(it.app, off.siteKey, { collected: ['honeypot-filled'] })
    const seen = (
      await it.app.inject({
        url: `${urlOf(off).replace('/settings', '')}/verifications/${verificationId}`,
        headers: { cookie: adminOf(off) },
      })
    ).json()
    expect(JSON.stringify(seen)).not.toContain('honeypot-filled')
  },
  async volumeBudgets() {
    expect(await hashesAfter(62, await siteWith({ volumeBudgets: true }))).toBeGreaterThan(3 * usualHashes)
    expect(await hashesAfter(62, await siteWith({ volumeBudgets: false }))).toBe(usualHashes)
  },
  async underAttack() {
    expect(await hashesOf(await siteWith({ underAttack: 'ON' }))).toBeGreaterThan(3 * usualHashes)
    // The owner's switch is theirs alone.
    expect(await hashesOf(await siteWith({ underAttack: 'ON', volumeBudgets: false }))).toBeGreaterThan(3 * usualHashes)
    for (const underAttack of ['AUTO', 'OFF'] as const)
      expect(await hashesOf(await siteWith({ underAttack }))).toBe(usualHashes)
  },
  async exemptNetworks() {
    const attacked = { underAttack: 'ON' } as const
    expect(await hashesAfter(62, await siteWith({ ...attacked, exemptNetworks: ['127.0.0.1'] }))).toBe(usualHashes)
    expect(await hashesOf(await siteWith({ ...attacked, exemptNetworks: ['127.0.0.2', '::1'] }))).toBeGreaterThan(
      3 * usualHashes,
    )
    // Volume has no effect on them; the score has.
    expect(await outcomeOf(await siteWith({ exemptNetworks: ['127.0.0.0/8'] }), refusedFor)).toBe('refused')
  },
  async monitoredBy() {
    const by = '019a9b1c-5d3e-7000-8000-0000000000a1'
    const passOf = async (site: TestSite) =>
      it.service.monitored.issuePass({ siteKey: site.siteKey, host: 'shop.example', by })
    expect(await passOf(await siteWith())).toBeNull()
    expect(await passOf(await siteWith({ monitoredBy: [by] }))).not.toBeNull()
  },
  async actions() {
    // A page whose widget names its action at the start alone.
    const heard = async (site: TestSite) => {
      const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey, action: 'sign up' })
      const body = { challenge: challenge.token, workMs: 12, collected: collectedFor(challenge.token) }
      const { token } = (
        await answer(it.app, verificationId, { ...body, solution: await solve(challenge.token) })
      ).json<{ token: string }>()
      return (await siteverify(it.app, { secret: site.secretKey, response: token })).action
    }
    expect(await heard(await siteWith({ actions: ['sign up'] }))).toBe('sign up')
    expect(await heard(await siteWith({ actions: [] }))).toBeNull()
    const most = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(100, 'ä'))
    expect((await get(await siteWith({ actions: most }))).actions).toEqual(most)
  },
  async refuseOtherNetworks() {
    for (const refuseOtherNetworks of [true, false]) {
      const site = await siteWith({ refuseOtherNetworks })
      const { token } = await pass(it.app, site.siteKey)
      const answered = await siteverify(it.app, { secret: site.secretKey, response: token, remoteip: '127.0.5.1' })
      expect([answered.success, answered['error-codes']]).toEqual(
        refuseOtherNetworks ? [false, ['invalid-input-response', 'other-network']] : [true, []],
      )
    }
  },
}

test.for(Object.entries(obeyed))('%s is obeyed at its limits', async ([, check]) => check())

test('signed bots, private tokens, failover, retention and looks are kept as they were set', async () => {
  const kept = {
    failover: 'RECORDED_OUTAGES',
    retentionDays: 7,
    widget: { ...defaults.widget, invisible: true },
  } as const
  const site = await siteWith(kept)
  expect(await get(site)).toMatchObject({ ...kept, version: 2 })
})

test('days that were allowed before the operator kept less do not keep anything else from being saved', async () => {
  const site = await siteWith()
  await setSettings(it, site, { retentionDays: 60 })
  const { version } = await get(site)
  expect((await put(site, { ...defaults, retentionDays: 60, threshold: 0.7, version })).statusCode).toBe(200)
  expect((await put(site, { ...defaults, retentionDays: 61, version: version + 1 })).statusCode).toBe(422)
})

const nonsense: Partial<Record<keyof SiteSettings, readonly unknown[]>> = {
  threshold: [0.19, 1.01, 0.333, '0.5', null, Number.NaN],
  difficulty: [-51, 51, 0.5, '10', null],
  resultTtlMinutes: [0, 1_441, 1.5, '15'],
  resultRetrievals: [0, 11, 1.5],
  riskScoring: ['yes', 1, null],
  minimalData: ['yes', 0],
  honeypots: [null, 'off'],
  failover: ['ALWAYS', true, ''],
  retentionDays: [0, 366, 31, '30'],
  signedBots: [{}, [{ name: '' }], 'none'],
  privateTokens: [{}, 'issuer.example', { issuer: 'https://x', publicKey: 'A' }],
  volumeBudgets: ['yes', 1, null],
  underAttack: ['on', 'ALWAYS', true, null],
  actions: [
    'sign up',
    [''],
    ['  '],
    [5],
    ['a', ' a '],
    ['two\nlines'],
    ['x'.repeat(101)],
    Array.from({ length: 101 }, (_, index) => `action ${index}`),
  ],
  refuseOtherNetworks: ['yes', 1, null],
  monitoredBy: ['all', [5], ['shop.example'], Array.from({ length: 21 }, () => crypto.randomUUID())],
  exemptNetworks: [
    '198.51.100.0/24',
    [5],
    ['shop.example'],
    ['198.51.100.0/33'],
    ['198.51.100.256'],
    ['198.51.100.0/'],
    ['10.0.0.0/7'],
    ['2001::/15'],
    ['fe80::1%eth0'],
    [''],
    ['1'.repeat(61)],
    Array.from({ length: 101 }, (_, index) => `198.51.100.${index}`),
  ],
  widget: [
    { theme: 'PINK' },
    { privacyUrl: 'http://shop.example/' },
    { privacyUrl: 'javascript:alert(1)' },
    { design: { radius: 99 } },
    { design: { light: { text: 'red' } } },
    { design: { light: { text: '#ffffff', background: '#fefefe' } } },
    { translations: { de: { unknownText: 'x' } } },
    { translations: { de: { ready: '' } } },
    { other: 1 },
  ],
}
const cases = Object.entries(nonsense).flatMap(([name, values]) =>
  values.map((value): [string, unknown] => [name, value]),
)

test.for(cases)('%s of %j is refused with a clear problem, and nothing changes', async ([name, value]) => {
  const site = await siteWith()
  const before = await get(site)
  const answer = await put(site, { ...before, [name]: value })
  const problem = problemSchema.parse(answer.json())
  expect(['422 validation-failed', '400 unknown-field']).toContain(`${answer.statusCode} ${problem.code}`)
  expect(problem.errors?.[0]?.pointer).toContain(`/${name}`)
  expect(await get(site)).toEqual(before)
})

test('every setting has its place in these tables', () => {
  const tested = new Set([...Object.keys(obeyed), 'signedBots', 'privateTokens', 'failover', 'retentionDays', 'widget'])
  expect(Object.keys(siteSettingsSchema.shape).toSorted()).toEqual([...tested].toSorted())
  expect(Object.keys(nonsense).toSorted()).toEqual([...tested].toSorted())
})

test('a setting that does not exist is refused by its name', async () => {
  const site = await siteWith()
  const answer = await put(site, { ...defaults, version: 2, chaptcha: true })
  expect(problemSchema.parse(answer.json()).errors).toEqual([{ pointer: '/chaptcha', code: 'unknown-field' }])
})

test.for([
  ['vera', 403, 'role-too-low'],
  ['mia', 403, 'role-too-low'],
  ['stranger', 404, 'not-found'],
] as const)('%s changes nothing', async ([cookie, status, code]) => {
  const site = await siteWith()
  const other = await siteWith()
  // An admin of another solution is a stranger here.
  it.roles.set(`stranger ${other.solutionId}`, 'ADMIN')
  const before = await get(site)
  const answer = await put(site, { ...before, threshold: 0.9 }, cookie)
  expect([answer.statusCode, codeOf(answer)]).toEqual([status, code])
  expect(await get(site)).toEqual(before)
})

test('a setting that is left out is refused by its name, and none is reset', async () => {
  const own = { difficulty: -50, failover: 'RECORDED_OUTAGES', widget: { ...defaults.widget, theme: 'DARK' } } as const
  const site = await siteWith(own)
  const before = await get(site)
  // As a script does that knows of one setting alone.
  const toggled = await put(site, { version: 2, minimalData: true })
  const missing = Object.keys(defaults).filter((name) => name !== 'minimalData')
  expect([toggled.statusCode, problemSchema.parse(toggled.json()).errors]).toEqual([
    422,
    missing.map((name) => ({ pointer: `/${name}`, code: 'required' })),
  ])
  const inside = await put(site, { ...before, widget: { invisible: true } })
  expect(problemSchema.parse(inside.json()).errors).toEqual(
    ['theme', 'whiteLabel', 'privacyUrl', 'design', 'translations'].map((name) => ({
      pointer: `/widget/${name}`,
      code: 'required',
    })),
  )
  expect(await get(site)).toEqual(before)
  expect(before).toMatchObject(own)
})

test('who saves on top of a change that they have not seen is told so', async () => {
  const site = await siteWith()
  const seen = await get(site)
  expect((await put(site, { ...seen, threshold: 0.7 })).statusCode).toBe(200)
  const late = await put(site, { ...seen, threshold: 0.9 })
  expect([late.statusCode, codeOf(late)]).toEqual([409, 'version-conflict'])
  expect((await get(site)).threshold).toBe(0.7)
})

test('a change is obeyed by every process within two seconds, also of a site that is never asked for meanwhile', async () => {
  const real = await cluster.startService({ now: () => Date.now() })
  const beside = await cluster.startService({ beside: real, now: () => Date.now() })
  const site = await makeSite(real)
  real.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  await beside.service.start()
  for (const one of [real, beside])
    expect((await start(one.app, { siteKey: site.siteKey })).json()).toMatchObject({ collect: true })
  await real.app.inject({
    method: 'PUT',
    url: urlOf(site),
    headers: { cookie: 'ada' },
    payload: { ...defaults, minimalData: true, version: 1 },
  })
  // Each looks once a second. A busy machine looks late, and is not asked more often than that.
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 1_000)
  await new Promise((resolve) => setTimeout(resolve, 1_800))
  for (const one of [real, beside])
    await expect
      .poll(async () => (await start(one.app, { siteKey: site.siteKey })).json(), { interval: 1_800 })
      .toMatchObject({ collect: false })
})
