import type { LimiterNew, ProtectionDecision, ProtectionPolicyAnswer, ProtectionStatistics } from '@bollard/contracts'
import { createDecisionIds } from '@bollard/decisions'
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { ours, startService } from '../testing/start-service.ts'
import { visitorOf } from './seen-addresses.ts'

const it = await startService()
afterAll(() => it.stop())
const decisionId = createDecisionIds(randomBytes)

async function limit(more: Partial<LimiterNew>): Promise<void> {
  const body = {
    name: `limiter-${more.outage ?? 'usual'}`.toLowerCase(),
    match: { paths: [`/${more.outage ?? 'usual'}`] },
    limit: { kind: 'FIXED_WINDOW', limit: 1, windowSeconds: 3_600 },
    key: [{ from: 'network' }],
    ...more,
  }
  const made = await it.call('mia', 'createLimiter', { body })
  if (made.status !== 201) throw new Error(JSON.stringify(made.json()))
  await it.db.query('test-live', `update protection.limiters set mode = 'LIVE', stage = null`, [])
}

test('while the database is away each outage policy does what it says, nothing waits for long and nothing answers 500', async () => {
  for (const outage of ['OPEN', 'CLOSED', 'LOCAL'] as const) await limit({ outage })
  const { ask } = await it.anotherServer({ db: it.breakable })
  const decide = async (outage: string) => {
    const request = { address: '192.0.2.7', method: 'GET', host: 'shop.example', path: `/${outage}` }
    const answer = await ask('decide', { body: { request } })
    expect(answer.statusCode).toBe(200)
    return answer.json<ProtectionDecision>()
  }
  for (const outage of ['OPEN', 'CLOSED', 'LOCAL']) expect((await decide(outage)).conclusion).toBe('ALLOW')
  it.breakable.away = true
  it.captcha.away = true
  const found: Record<string, string[]> = { OPEN: [], CLOSED: [], LOCAL: [] }
  for (const [outage, said] of Object.entries(found))
    for (let time = 0; time < 3; time++) {
      const { conclusion, failedOpen, reasons } = await decide(outage)
      said.push(`${conclusion}${failedOpen ? ' open' : ''} ${reasons[0]?.code ?? ''}`)
    }
  expect(found).toEqual({
    OPEN: Array.from({ length: 3 }, () => 'ALLOW open store-away-open'),
    CLOSED: Array.from({ length: 3 }, () => 'THROTTLE store-away-closed'),
    LOCAL: ['ALLOW counted-by-one-process', 'THROTTLE limit-reached', 'THROTTLE limit-reached'],
  })
  // A process that knows nothing of the site says that it cannot tell.
  const { ask: askNew } = await it.anotherServer({ db: it.breakable })
  expect(
    (await askNew('decide', { body: { request: { address: null, method: 'GET', host: 'a', path: '/' } } })).statusCode,
  ).toBe(503)
  it.breakable.away = false
  it.captcha.away = false
  expect(it.faults.length).toBeGreaterThan(0)
})

test('a proxy is told by status and header fields, as each can use them', async () => {
  await limit({})
  const { raw } = await it.anotherServer()
  const basic = `Basic ${Buffer.from('proxy:bsec_ours').toString('base64')}`
  const asked = (headers: Record<string, string>, more: object = {}) =>
    raw({ method: 'GET', url: '/protection/v1/forward-auth', headers: { authorization: basic, ...headers }, ...more })
  const traefik = {
    'x-forwarded-method': 'POST',
    'x-forwarded-host': 'shop.example',
    'x-forwarded-uri': '/usual?q=1',
    'x-forwarded-for': '198.51.100.9',
  }
  const first = await asked(traefik)
  expect([first.statusCode, first.headers['bollard-conclusion'], first.body]).toEqual([204, 'ALLOW', ''])
  const second = await asked({ ...traefik, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  expect([second.statusCode, second.headers['content-type']]).toEqual([429, 'application/problem+json; charset=utf-8'])
  expect(second.headers['retry-after']).toBeDefined()
  const nginx = { 'x-original-url': 'https://shop.example/usual', 'x-forwarded-for': '198.51.100.9' }
  expect((await asked(nginx, { url: '/protection/v1/forward-auth?by=nginx' })).statusCode).toBe(403)
  const own = { 'bollard-secret-key': 'bsec_ours', authorization: '' }
  const posted = await asked(
    { ...traefik, ...own, 'content-type': 'application/xml' },
    { method: 'POST', payload: '<a/>' },
  )
  expect(posted.statusCode).toBe(429)
  for (const authorization of ['', 'Basic xx', `Basic ${Buffer.from('a:bsec_none').toString('base64')}`])
    expect((await asked({ ...traefik, authorization })).statusCode).toBe(401)
})

test('whom a chain of proxies is from: nobody is believed who is not declared', async () => {
  const proxies = ['10.0.0.0/8']
  expect(visitorOf('203.0.113.1, 10.0.0.2', '192.0.2.1', proxies)).toEqual({ visitor: '203.0.113.1', undeclared: null })
  expect(visitorOf('203.0.113.1, 10.0.0.2, 192.0.2.1', '192.0.2.1', proxies)).toEqual({
    visitor: '203.0.113.1',
    undeclared: null,
  })
  expect(visitorOf('203.0.113.1, 198.51.100.5', '192.0.2.1', proxies)).toEqual({
    visitor: '198.51.100.5',
    undeclared: '198.51.100.5',
  })
  for (const nothing of [null, '', 'unknown', ','])
    expect(visitorOf(nothing, '192.0.2.1', proxies)).toEqual({ visitor: null, undeclared: null })
  const { raw, ask } = await it.anotherServer()
  await raw({
    url: '/protection/v1/forward-auth',
    headers: { 'bollard-secret-key': 'bsec_ours', 'x-forwarded-for': '203.0.113.1, 198.51.100.5' },
  })
  expect(ask).toBeDefined()
})

test('a middleware gets the policy with its secret, waits for another one, and hears nothing of other sites', async () => {
  const { ask } = await it.anotherServer()
  const policy = (await ask('fetchProtectionPolicy')).json<ProtectionPolicyAnswer>()
  expect(policy).toMatchObject({ solutionId: ours, siteKey: 'bsk_ours', websiteUrl: 'https://www.captcha.example' })
  expect(Buffer.from(policy.passSecret, 'base64url')).toHaveLength(32)
  const waiting = ask('fetchProtectionPolicy', { query: `?known=${policy.version}` })
  await it.call('mia', 'createAllowedVisitor', { body: { field: 'user', value: 'jane', note: 'x' } })
  const other = (await waiting).json<ProtectionPolicyAnswer>()
  expect(other.version).toBe(policy.version + 1)
  expect(other.allowed).toEqual([{ field: 'user', value: 'jane', until: null, note: 'x' }])
  const foreign = (await ask('fetchProtectionPolicy', { key: 'bsec_theirs' })).json<ProtectionPolicyAnswer>()
  expect(foreign.allowed).toEqual([])
  expect(foreign.passSecret).not.toBe(policy.passSecret)
})

test('a reported decision counts once, however often it is sent, and what is too old counts nowhere', async () => {
  const { ask, service } = await it.anotherServer()
  const one = (at: Date) => ({
    id: decisionId(at.getTime()),
    at: at.toISOString(),
    policyVersion: 1,
    request: { address: '192.0.2.7', method: 'GET', host: 'shop.example', path: '/a' },
    conclusion: 'DENY',
    reasons: [
      { part: 'pages', code: 'ladder-log', weight: 10 },
      { part: 'sign-in', code: 'ladder-deny', weight: 100 },
    ],
    parts: [],
    failedOpen: false,
    tookMs: 0.1,
  })
  const now = it.clock.now
  // The second came back with the challenge solved that took the place of a denial.
  const mistake = { ...one(now), conclusion: 'ALLOW', reasons: [], control: true }
  const decisions = [one(now), mistake, one(new Date(now.getTime() - 2 * 86_400_000))]
  const send = async (body: object) => (await ask('reportDecisions', { body })).json<{ stored: number }>()
  const before = await it.service.countRequests(ours)
  // Twice within a second: neither of the two is stored yet.
  for (let time = 0; time < 2; time++)
    expect(await send({ from: 'GATEWAY', decisions: [...decisions, ...decisions] })).toEqual({ stored: 2 })
  await service.flush()
  expect(await send({ from: 'GATEWAY', decisions, lost: 3 })).toEqual({ stored: 0 })
  await service.flush()
  const { totals, rungs } = (await it.call('mia', 'getProtectionStatistics')).json<ProtectionStatistics>()
  expect([totals.lost, rungs]).toEqual([3, [{ rung: 'DENY', requests: 1 }]])
  expect((await it.service.countRequests(ours)) - before).toBe(2)
  const rows = await it.db.query(
    'test-rows',
    'select control, solved, rung from protection.decisions where id = any ($1::uuid[]) order by control',
    [decisions.map(({ id }) => id)],
  )
  expect(rows).toEqual([
    { control: false, solved: false, rung: 'DENY' },
    { control: true, solved: true, rung: null },
  ])
})

test('a pass of the control group is one mistake, however many requests it is good for and wherever they are reported', async () => {
  const [one, other] = [await it.anotherServer(), await it.anotherServer()]
  const at = it.clock.now
  const solved = (address: string, pass: string | null) => ({
    id: decisionId(at.getTime()),
    at: at.toISOString(),
    policyVersion: 1,
    request: { address, method: 'GET', host: 'shop.example', path: '/c' },
    conclusion: 'ALLOW',
    reasons: [],
    parts: [],
    failedOpen: false,
    control: true,
    pass,
    tookMs: 0.1,
  })
  const mistakes = async () => {
    const [row] = await it.db.query<{ count: string }>(
      'test-mistakes',
      `select coalesce(sum(allow), 0) as count from protection.counts where solution_id = $1 and dimension = 'more' and value = 'controlSolved'`,
      [ours],
    )
    return Number(row?.count)
  }
  const before = await mistakes()
  const decisions = [
    // Two visitors behind one address, each with a pass, and one of whom only the network is known.
    ...Array.from({ length: 3 }, () => solved('192.0.2.70', 'first')),
    solved('192.0.2.70', 'second'),
    ...Array.from({ length: 2 }, () => solved('192.0.2.71', null)),
  ]
  await one.ask('reportDecisions', { body: { from: 'GATEWAY', decisions } })
  await one.service.flush()
  const later = [solved('192.0.2.70', 'first'), solved('192.0.2.99', 'first'), solved('192.0.2.71', null)]
  await other.ask('reportDecisions', { body: { from: 'GATEWAY', decisions: later } })
  await other.service.flush()
  expect((await mistakes()) - before).toBe(3)
})

test('addresses that one process saw are shown by the others, kept sealed, and gone after an hour', async () => {
  const { ask, service } = await it.anotherServer()
  const decide = (address: string) =>
    ask('decide', {
      body: {
        request: {
          address,
          method: 'GET',
          host: 'shop.example',
          path: '/',
          headers: { 'x-forwarded-for': `${address}, 10.0.0.9` },
        },
      },
    })
  const visitors = async () =>
    (await it.call('vic', 'listSeenAddresses')).json<{ items: { visitor: string }[] }>().items.map((one) => one.visitor)
  const later = (ms: number) => (it.clock.now = new Date(it.clock.now.getTime() + ms))
  const before = await visitors()
  later(1_000)
  await decide('203.0.113.77')
  await service.flush()
  expect(await visitors()).toEqual(['203.0.113.77', ...before].slice(0, 20))
  const stored = () =>
    it.db.query<{ text: string }>(
      'test-seen',
      `select encode(sealed, 'escape') as text from protection.seen_addresses`,
      [],
    )
  expect((await stored()).map(({ text }) => text).join()).not.toContain('203.0.113')

  // One write for a site in ten seconds, with the newest of each.
  later(1_000)
  await decide('203.0.113.78')
  await service.flush()
  expect((await visitors())[0]).toBe('203.0.113.77')
  later(10_000)
  await service.flush()
  expect((await visitors()).slice(0, 2)).toEqual(['203.0.113.78', '203.0.113.77'])

  later(3_601_000)
  expect(await visitors()).toEqual([])
  await service.sweepLimits()
  expect(await stored()).toEqual([])
})
