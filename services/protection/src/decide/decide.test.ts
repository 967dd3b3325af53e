import type { Limiter, LimiterNew, ProtectionDecision, ProtectionStatistics } from '@bollard/contracts'
import { createMemoryStore, createValkeyStore } from '@bollard/limits'
import { startLua } from '@bollard/limits/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ours, startService, theirs } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const usual: LimiterNew = {
  name: 'sign-in',
  match: { hosts: [], paths: ['/login'], methods: ['POST'] },
  limit: { kind: 'FIXED_WINDOW', limit: 3, windowSeconds: 3_600 },
  key: [{ from: 'network', v4: 32, v6: 64 }],
  missing: 'SKIP',
  counts: 'BEFORE',
  outage: 'OPEN',
  ladder: null,
}
const request = { address: '192.0.2.7', method: 'POST', host: 'shop.example', path: '/login' }

/** Decisions by what a process knows of the site by then: a change holds everywhere within about a second. */
beforeEach(async () => {
  await it.db.query('test-empty', 'delete from protection.limiters', [])
  await it.db.query('test-empty-allowed', 'delete from protection.allowed_visitors', [])
  await it.db.query('test-empty-cells', 'delete from protection_limits.cells', [])
  await it.db.query('test-empty-notes', 'delete from protection_limits.notes', [])
  await it.db.query(
    'test-whole',
    `update protection.spaces set settings = settings || '{"controlPercent": 0}', plan_requests = null`,
    [],
  )
  it.captcha.away = false
})

async function limit(more: Partial<LimiterNew> = {}, mode: 'LIVE' | 'DRY_RUN' = 'LIVE'): Promise<Limiter> {
  const made = await it.call('mia', 'createLimiter', { body: { ...usual, ...more } })
  if (made.status !== 201) throw new Error(JSON.stringify(made.json()))
  const limiter = made.json<Limiter>()
  if (mode === 'LIVE')
    await it.db.query('test-live', `update protection.limiters set mode = 'LIVE' where id = $1`, [limiter.id])
  return limiter
}

/** Another process, which knows nothing yet. */
async function fresh() {
  const { ask } = await it.anotherServer()
  return async (more: object = {}, rest: object = {}): Promise<ProtectionDecision> =>
    (await ask('decide', { body: { request: { ...request, ...more }, ...rest } })).json()
}

test('who exceeds a live limit is throttled with header fields that say when to come back, and other requests are not', async () => {
  await limit()
  const decide = await fresh()
  const found = []
  for (let time = 0; time < 4; time++) found.push((await decide()).conclusion)
  expect(found).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'THROTTLE'])
  const refused = await decide()
  expect(refused.reasons).toEqual([{ part: 'sign-in', code: 'limit-reached', weight: 100 }])
  expect(Object.keys(refused.headers).toSorted()).toEqual([
    'Bollard-Decision',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
  ])
  expect(refused.headers['Bollard-Decision']).toBe(refused.id)
  expect((await decide({ address: '192.0.2.8' })).conclusion).toBe('ALLOW')
  expect((await decide({ path: '/' })).parts.map(({ part }) => part)).toEqual(['allow-list', 'programs'])
  // One spelling of a path is as good as another.
  for (const path of ['//%6Cogin/?again', '/Login', '/LOGIN/'])
    expect((await decide({ path })).conclusion).toBe('THROTTLE')
})

test('two processes that share a database never let more through than the limit', async () => {
  await limit({ limit: { kind: 'FIXED_WINDOW', limit: 20, windowSeconds: 3_600 }, outage: 'CLOSED' })
  const [one, other] = [await fresh(), await fresh()]
  const found = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other)()))
  const allowed = found.filter(({ conclusion }) => conclusion === 'ALLOW').length
  expect(allowed).toBeGreaterThan(0)
  expect(allowed).toBeLessThanOrEqual(20)
  const more = await Promise.all(Array.from({ length: 20 }, () => one()))
  expect(allowed + more.filter(({ conclusion }) => conclusion === 'ALLOW').length).toBeLessThanOrEqual(20)
})

test('a limiter in dry run says what it would do, and stops nobody', async () => {
  await limit({}, 'DRY_RUN')
  const decide = await fresh()
  for (let time = 0; time < 4; time++) await decide()
  const found = await decide()
  expect([found.conclusion, found.parts.at(-1)?.state, found.parts.at(-1)?.conclusion]).toEqual([
    'ALLOW',
    'DRY_RUN',
    'THROTTLE',
  ])
  expect(found.headers).toEqual({ 'Bollard-Decision': found.id })
})

test('the ladder asks for work with a ticket, and whoever did as much passes; less work, or a token twice, is none', async () => {
  const steps = [
    { rung: 'EASY', fromPercent: 100 },
    { rung: 'HARD', fromPercent: 200 },
  ] as const
  await limit({
    limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 },
    ladder: { steps: [...steps], holdSeconds: 60, credit: { EASY: 0, HARD: 0 }, work: { EASY: 100, HARD: 400 } },
  })
  const decide = await fresh()
  await decide()
  const asked = await decide()
  expect([asked.conclusion, asked.challenge]).toEqual([
    'CHALLENGE',
    { siteKey: 'bsk_ours', percent: 100, ticket: 'bwt1.100' },
  ])
  const hard = await decide()
  expect(hard.challenge?.percent).toBe(400)
  it.captcha.tokens.set('easy', 130)
  expect((await decide({}, { captchaToken: 'easy' })).conclusion).toBe('CHALLENGE')
  it.captcha.tokens.set('hard', 402)
  expect((await decide({}, { captchaToken: 'hard' })).conclusion).toBe('ALLOW')
  expect((await decide({}, { captchaToken: 'hard' })).conclusion).toBe('CHALLENGE')
})

test('who is on the allow-list passes whatever else is found, uses no limit, and is counted', async () => {
  await limit({ limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 } })
  const body = { field: 'address', value: '192.0.2.0/24', until: null, note: 'our office' }
  await it.call('mia', 'createAllowedVisitor', { body })
  const { ask, service } = await it.anotherServer()
  for (let time = 0; time < 3; time++) {
    const found = (await ask('decide', { body: { request } })).json<ProtectionDecision>()
    expect([found.conclusion, found.reasons[0]?.code]).toEqual(['ALLOW', 'allow-list'])
  }
  await service.flush()
  const listed = await it.call('vic', 'listAllowedVisitors')
  expect(listed.json<{ items: { used: number }[] }>().items[0]?.used).toBe(3)
})

test.for(['PostgreSQL', 'Valkey'])(
  'what counts after a failure is given back after a success that another process hears of, once and by nobody else: %s',
  async (kind) => {
    await limit({ limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 }, counts: 'AFTER_FAILURE' })
    const client = kind === 'Valkey' ? await startLua() : null
    const limitStore =
      client === null ? undefined : { ...createValkeyStore(client, { clock: 'CALLER' }), close: async () => undefined }
    const [one, other] = [await it.anotherServer({ limitStore }), await it.anotherServer({ limitStore })]
    const decide = async () => (await one.ask('decide', { body: { request } })).json<ProtectionDecision>()
    const first = await decide()
    const end = (id: string, key: 'bsec_ours' | 'bsec_theirs', ending: string, at = other) =>
      at.ask('endDecision', { params: { decisionId: id }, body: { ending }, key })
    // A stranger settles nothing, and learns nothing.
    expect((await end(first.id, 'bsec_theirs', 'SUCCESS')).statusCode).toBe(204)
    expect((await decide()).conclusion).toBe('THROTTLE')
    expect((await end(first.id, 'bsec_ours', 'SUCCESS')).statusCode).toBe(204)
    const second = await decide()
    expect(second.conclusion).toBe('ALLOW')
    // The first word counts, whoever hears it.
    await end(second.id, 'bsec_ours', 'FAILURE')
    await Promise.all([one, other].map((at) => end(second.id, 'bsec_ours', 'SUCCESS', at)))
    expect((await decide()).conclusion).toBe('THROTTLE')
    expect((await end('019a9b1c-5d3e-4000-8000-0000000000a1', 'bsec_ours', 'SUCCESS')).statusCode).toBe(404)
  },
)

test('requests at the same time are let go by whichever process hears that they ended', async () => {
  await limit({ limit: { kind: 'CONCURRENCY', limit: 2, leaseSeconds: 60 } })
  const [one, other] = [await it.anotherServer(), await it.anotherServer()]
  const decide = async () => (await one.ask('decide', { body: { request } })).json<ProtectionDecision>()
  const running = [await decide(), await decide()]
  expect((await decide()).conclusion).toBe('THROTTLE')
  for (const { id } of running)
    await other.ask('endDecision', { params: { decisionId: id }, body: { ending: 'FAILURE', status: 500 } })
  const more = [await decide(), await decide(), await decide()]
  expect(more.map(({ conclusion }) => conclusion)).toEqual(['ALLOW', 'ALLOW', 'THROTTLE'])
})

test('a request that waits for no ending is one statement, and leaves no note', async () => {
  await limit()
  const names: string[] = []
  const pool = new Proxy(it.breakable.pool, {
    get: (whole, name) =>
      name !== 'query'
        ? Reflect.get(whole, name, whole)
        : (config: { name: string; text: string }) => {
            names.push(config.name)
            return it.breakable.pool.query(config)
          },
  })
  const { ask } = await it.anotherServer({ db: { ...it.breakable, pool } })
  await ask('decide', { body: { request } })
  expect(names).toEqual(['limits-charge'])
  expect(await it.db.query('test-notes', 'select from protection_limits.notes', [])).toEqual([])
})

test('one of the control group is challenged in place of a denial, and passes once it has solved that', async () => {
  await it.db.query('test-control', `update protection.spaces set settings = settings || '{"controlPercent": 100}'`, [])
  const steps = [
    { rung: 'EASY', fromPercent: 1 },
    { rung: 'DENY', fromPercent: 100 },
  ] as const
  await limit({
    limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 },
    ladder: { steps: [...steps], holdSeconds: 60, credit: { EASY: 0, HARD: 0 }, work: { EASY: 100, HARD: 400 } },
  })
  const { ask, service } = await it.anotherServer()
  const decide = async (more: object = {}) =>
    (await ask('decide', { body: { request, ...more } })).json<ProtectionDecision>()
  for (let time = 0; time < 3; time++) await decide()
  const stopped = await decide()
  expect([stopped.conclusion, stopped.control, stopped.challenge?.percent]).toEqual(['CHALLENGE', true, 100])
  it.captcha.tokens.set('token', 101)
  const passed = await decide({ captchaToken: 'token' })
  expect([passed.conclusion, passed.control]).toEqual(['ALLOW', true])
  await service.flush()
  // What the rate of mistakes is counted by.
  const counted = await it.db.query(
    'test-mistakes',
    `select value, allow::int, challenge::int from protection.counts where dimension = 'more' and value like 'control%' order by value`,
  )
  expect(counted).toEqual([
    { value: 'control', allow: 0, challenge: 2 },
    { value: 'controlSolved', allow: 1, challenge: 0 },
  ])
})

test('a plan that is used up stops nobody, and says so', async () => {
  await limit({ limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 } })
  it.plans.set(ours, { limits: { protectedRequests: 2 } })
  expect(await it.service.followPlans()).toBe(1)
  await it.db.query(
    'test-used',
    `insert into protection.usage_days values ($1, '2026-03-01', 2) on conflict (solution_id, day) do update set requests = 2`,
    [ours],
  )
  const decide = await fresh()
  await decide()
  const found = await decide()
  expect([found.conclusion, found.failedOpen, found.reasons[0]?.code]).toEqual(['ALLOW', true, 'plan-exhausted'])
  expect(found.headers['Bollard-Notice']).toBe('plan-exhausted')
  await it.db.query('test-unused', 'delete from protection.usage_days', [])
})

test('a locked site is not decided about, and a key that may not verify decides nothing', async () => {
  await it.service.applySolutionState(ours, { effects: ['REFUSE'], timeZone: 'Etc/UTC', number: 1 })
  const { ask } = await it.anotherServer()
  const refused = await ask('decide', { body: { request } })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'solution-locked'])
  await it.service.applySolutionState(ours, { effects: [], timeZone: 'Etc/UTC', number: 2 })
  const key = it.captcha.keys.get('bsec_ours')
  if (key === undefined) throw new Error('no key')
  it.captcha.keys.set('bsec_reads', { ...key, scopes: ['statistics'] })
  expect((await ask('decide', { body: { request }, key: 'bsec_reads' })).statusCode).toBe(401)
  expect((await ask('decide', { body: { request }, key: 'bsec_none' })).statusCode).toBe(401)
})

test('what is decided is recorded with hashes in place of whom it was about', async () => {
  await limit({ limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 } })
  const { ask, service } = await it.anotherServer()
  const sent = {
    ...request,
    headers: { 'x-team': 'secret-team' },
    email: 'jane@example.org',
    user: 'jane',
    path: '/login?token=hidden',
  }
  await ask('decide', { body: { request: sent } })
  const { id } = (await ask('decide', { body: { request: sent } })).json<ProtectionDecision>()
  await service.flush()
  const [row] = await it.db.query<{ text: string }>(
    'test-stored',
    'select d::text as text from protection.decisions d where id = $1',
    [id],
  )
  expect(row?.text).toContain('/login')
  for (const personal of ['192.0.2', 'jane', 'secret-team', 'hidden']) expect(row?.text).not.toContain(personal)
})

test('without a captcha nobody is asked for work that they could not do, and with its first look the captcha that came counts', async () => {
  const hour = { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 } as const
  const work = [{ rung: 'EASY', fromPercent: 100 }] as const
  const ladder = { steps: [...work], holdSeconds: 60, credit: { EASY: 0, HARD: 0 }, work: { EASY: 100, HARD: 400 } }
  await limit({ limit: hour, ladder })
  it.captcha.siteKeys.delete(ours)
  try {
    const decide = await fresh()
    await decide()
    const open = await decide()
    expect(open).toMatchObject({ conclusion: 'ALLOW', failedOpen: true, challenge: null })
    expect(open.reasons.map(({ code }) => code)).toEqual(['ladder-easy-work', 'captcha-away-open'])
    it.captcha.siteKeys.set(ours, 'bsk_ours')
    await expect.poll(async () => (await decide()).challenge?.siteKey, { interval: 100 }).toBe('bsk_ours')
  } finally {
    it.captcha.siteKeys.set(ours, 'bsk_ours')
  }
})

test('while nothing is known of a site its requests pass, which the answer says, and analytics count them afterwards', async () => {
  const { ask, service } = await it.anotherServer({ db: it.breakable })
  it.breakable.away = true
  const found = (await ask('decide', { key: 'bsec_theirs', body: { request } })).json<ProtectionDecision>()
  it.breakable.away = false
  expect(found).toMatchObject({ conclusion: 'ALLOW', failedOpen: true, reasons: [{ code: 'policy-away' }] })
  await service.flush()
  const answer = await it.call('eve', 'getProtectionStatistics', { params: { solutionId: theirs } })
  expect(answer.json<ProtectionStatistics>().totals).toMatchObject({ requests: 1, allow: 1, failedOpen: 1 })
})

test('a database that says nothing holds up no request of a site that is not known yet', async () => {
  const silent = { ...it.breakable, query: () => new Promise<never>(() => undefined) }
  const { ask } = await it.anotherServer({ db: silent, waits: { storeMs: 5, decisionMs: 5 } })
  const found = (await ask('decide', { body: { request } })).json<ProtectionDecision>()
  expect(found).toMatchObject({ conclusion: 'ALLOW', failedOpen: true, reasons: [{ code: 'policy-away' }] })
  expect((await ask('fetchProtectionPolicy')).statusCode).toBe(503)
})

test('limits are counted in the store that is given, which ends with the service', async () => {
  // Counts of another test may still arrive in the database.
  await limit({ name: 'elsewhere', limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 } })
  let closed = 0
  const limitStore = { ...createMemoryStore({ keysMax: 10 }), close: async () => void closed++ }
  const [one, other] = [await it.anotherServer({ limitStore }), await it.anotherServer({ limitStore })]
  const decide = async ({ ask }: typeof one) =>
    (await ask('decide', { body: { request } })).json<ProtectionDecision>().conclusion
  expect([await decide(one), await decide(other), await (await fresh())()]).toMatchObject([
    'ALLOW',
    'THROTTLE',
    { conclusion: 'ALLOW' },
  ])
  await one.service.drain()
  expect(closed).toBe(1)
})
