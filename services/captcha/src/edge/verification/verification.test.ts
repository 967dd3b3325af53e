import type { Database } from '@bollard/database'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { rolledCount } from '../../testing/rolled-counts.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, codeOf, start, started, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)

test('a genuine visitor passes with really solved work, and the answer is stored before it is told', async () => {
  const { answered, verificationId } = await visit(it.app, site.siteKey, { action: 'signup', language: 'de' })
  expect(answered).toMatchObject({ status: 'passed', verificationId })
  const [row] = await it.db.query<{
    outcome: number
    hostname: string
    browser: string
    network: string
    partition: string
  }>(
    'test-row',
    'select outcome, hostname, browser, network::text, tableoid::regclass::text as partition from captcha.verifications where id = $1',
    [verificationId],
  )
  expect(row).toMatchObject({ outcome: 0, hostname: 'shop.example', browser: 'Chrome 156', network: '127.0.0.0/24' })
  expect(row?.partition).toMatch(/verifications_\d{8}$/u)
})

test('an answered challenge counts once: the replay is refused and counted', async () => {
  const { verificationId, body } = await visit(it.app, site.siteKey)
  const replay = await answer(it.app, verificationId, body)
  expect([replay.statusCode, codeOf(replay)]).toEqual([409, 'already-answered'])
  await it.service.drain()
  expect(await rolledCount(it, 'replayed')).toBe(1)
})

test('of many parallel answers to one challenge exactly one is accepted', async () => {
  const alone = await cluster.startService({ beside: it })
  const { verificationId, challenge } = await started(alone.app, { siteKey: site.siteKey })
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: collectedFor(challenge.token),
  }
  const codes = await Promise.all(
    Array.from({ length: 50 }, async () => (await answer(alone.app, verificationId, body)).statusCode),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 409)).toHaveLength(49)
})

test('garbage that anyone sends for nothing makes nobody in its network work more', async () => {
  const fresh = await makeSite(it)
  const before = await started(it.app, { siteKey: fresh.siteKey })
  for (let n = 0; n < 60; n++) {
    const garbage = { challenge: 'A'.repeat(168), solution: Buffer.alloc(128).toString('base64url'), workMs: 1 }
    expect(codeOf(await answer(it.app, before.verificationId, garbage))).toBe('challenge-invalid')
  }
  const after = await started(it.app, { siteKey: fresh.siteKey })
  expect(after.challenge.target).toBe(before.challenge.target)
})

test('wrong work is refused and burns the challenge', async () => {
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const wrong = await answer(it.app, verificationId, {
    challenge: challenge.token,
    solution: Buffer.alloc(128).toString('base64url'),
    workMs: 1,
    collected: collectedFor(challenge.token),
  })
  expect(wrong.json()).toMatchObject({ status: 'refused', reasons: ['work-wrong'] })
  const right = await answer(it.app, verificationId, {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: collectedFor(challenge.token),
  })
  expect(codeOf(right)).toBe('already-answered')
})

test('every altered byte of a challenge is noticed', async () => {
  const alone = await cluster.startService({ beside: it })
  const { verificationId, challenge } = await started(alone.app, { siteKey: site.siteKey })
  const solution = await solve(challenge.token)
  for (const byte of [0, 31, 32, 33, 34, 35, 36, 40, 55, 56, 60, 62, 63, 64, 68, 76, 84, 92, 94, 96, 98, 107]) {
    const bytes = Buffer.from(challenge.token, 'base64url')
    bytes[byte] = (bytes[byte] ?? 0) ^ 1
    const response = await answer(alone.app, verificationId, {
      challenge: bytes.toString('base64url'),
      solution,
      workMs: 1,
      collected: collectedFor(challenge.token),
    })
    expect([byte, response.statusCode, codeOf(response)]).toEqual([byte, 422, 'challenge-invalid'])
  }
  const cut = await answer(alone.app, verificationId, { challenge: challenge.token.slice(1), solution, workMs: 1 })
  expect(codeOf(cut)).toBe('challenge-invalid')
})

test('a challenge answers only its own verification', async () => {
  const [mine, other] = await Promise.all([
    started(it.app, { siteKey: site.siteKey }),
    started(it.app, { siteKey: site.siteKey }),
  ])
  const response = await answer(it.app, other.verificationId, {
    challenge: mine.challenge.token,
    solution: await solve(mine.challenge.token),
    workMs: 1,
  })
  expect(codeOf(response)).toBe('challenge-invalid')
})

test('a challenge expires', async () => {
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const solution = await solve(challenge.token)
  it.clock.now += 600_000
  const response = await answer(it.app, verificationId, {
    challenge: challenge.token,
    solution,
    workMs: 1,
    collected: collectedFor(challenge.token),
  })
  it.clock.now -= 600_000
  expect([response.statusCode, codeOf(response)]).toEqual([410, 'challenge-expired'])
})

test('a challenge of one page is worth nothing on another', async () => {
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: collectedFor(challenge.token),
  }
  const response = await answer(it.app, verificationId, body, { ...chromium, origin: 'https://other.example' })
  expect([response.statusCode, codeOf(response)]).toEqual([403, 'origin-not-allowed'])
})

test('a start is refused with its own code for an unknown key and for an origin that is not allowed', async () => {
  expect(codeOf(await start(it.app, { siteKey: `bsk_${'x'.repeat(22)}` }))).toBe('site-key-unknown')
  expect(codeOf(await start(it.app, { siteKey: 'nonsense' }))).toBe('site-key-unknown')
  const { origin: _, ...noOrigin } = chromium
  for (const headers of [
    { ...chromium, origin: 'https://evil.example' },
    { ...chromium, origin: 'https://sub.shop.example' },
    { ...chromium, origin: 'null' },
    noOrigin,
  ])
    expect(codeOf(await start(it.app, { siteKey: site.siteKey }, headers))).toBe('origin-not-allowed')
})

test('a domain is found under every spelling of its host', async () => {
  const spelled = await makeSite(it, ['bücher.example', '127.0.0.1', '::1', 'localhost', 'shop.example'])
  for (const origin of [
    'https://xn--bcher-kva.example',
    'http://127.0.0.1:3000',
    'http://[::1]:8080',
    'http://LOCALHOST:3000',
    'https://shop.example.',
    'https://shop.example:8443',
  ])
    expect([origin, (await start(it.app, { siteKey: spelled.siteKey }, { ...chromium, origin })).statusCode]).toEqual([
      origin,
      201,
    ])
  for (const origin of [
    'https://shop.example..',
    'https://shop.example@evil.example',
    'https://evil.example/shop.example',
    'http://[::2]',
    'file://localhost',
  ])
    expect([origin, (await start(it.app, { siteKey: spelled.siteKey }, { ...chromium, origin })).statusCode]).toEqual([
      origin,
      403,
    ])
})

test('bodies that are no answer are refused without burning the challenge', async () => {
  const post = (payload: string) =>
    it.app.inject({ method: 'POST', url: '/captcha/v1/verifications', headers: chromium, payload })
  expect(codeOf(await post('{'))).toBe('malformed-json')
  expect(codeOf(await post(`{"siteKey":"${site.siteKey}","__proto__":{"a":1}}`))).toBe('malformed-json')
  expect(codeOf(await post(`{"siteKey":"${site.siteKey}","constructor":{"prototype":{"a":1}}}`))).toBe('malformed-json')
  expect(codeOf(await post(JSON.stringify({ siteKey: 'x'.repeat(9_000) })))).toBe('too-large')
  expect((await post(JSON.stringify({ siteKey: 5 }))).statusCode).toBe(422)
  expect(codeOf(await post(JSON.stringify({ siteKey: site.siteKey, extra: 1 })))).toBe('unknown-field')

  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: collectedFor(challenge.token),
  }
  expect((await answer(it.app, verificationId, { ...body, workMs: '1' })).statusCode).toBe(422)
  expect((await answer(it.app, verificationId, body)).json()).toMatchObject({ status: 'passed' })
})

test('pages of any origin can read answers and refusals, and ask before', async () => {
  const refusal = await start(it.app, { siteKey: 'nonsense' })
  expect(refusal.headers['access-control-allow-origin']).toBe('*')
  const preflight = await it.app.inject({
    method: 'OPTIONS',
    url: '/captcha/v1/verifications',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '86400',
  })
})

test('two services over one database accept a challenge only once', async () => {
  const beside = await cluster.startService({ beside: it })
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: collectedFor(challenge.token),
  }
  const responses = await Promise.all([answer(it.app, verificationId, body), answer(beside.app, verificationId, body)])
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('a key that no longer signs still verifies, and a key that is gone does not', async () => {
  const oldKey = { id: 1, secret: Buffer.alloc(32, 7) }
  const newKey = { id: 2, secret: Buffer.alloc(32, 8) }
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: collectedFor(challenge.token),
  }
  const without = await cluster.startService({ beside: it, signingKeys: [newKey] })
  expect(codeOf(await answer(without.app, verificationId, body))).toBe('challenge-invalid')
  const rotated = await cluster.startService({ beside: it, signingKeys: [newKey, oldKey] })
  expect((await answer(rotated.app, verificationId, body)).json()).toMatchObject({ status: 'passed' })
})

test('while the database is away an answer is refused as unavailable, and counts afterwards', async () => {
  let away = false
  const db: Database = {
    ...it.db,
    query: (...call: Parameters<Database['query']>) =>
      away
        ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
        : it.db.query<never>(...call),
  }
  const alone = await cluster.startService({ beside: it, edgeDb: db })
  const { verificationId, challenge } = await started(alone.app, { siteKey: site.siteKey })
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 1,
    collected: collectedFor(challenge.token),
  }
  away = true
  const refused = await answer(alone.app, verificationId, body)
  expect([refused.statusCode, codeOf(refused)]).toEqual([503, 'unavailable'])
  away = false
  expect((await answer(alone.app, verificationId, body)).json()).toMatchObject({ status: 'passed' })
})
