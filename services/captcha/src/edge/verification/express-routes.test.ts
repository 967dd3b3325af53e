import type { VerificationAnswer } from '@bollard/contracts'
import { expressAnswers } from '@bollard/http'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { textOf } from '../request/widget-calls.ts'
import { noFlags } from './edge-context.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const address = await it.app.listen({ port: 0, host: '127.0.0.1' })
const { host: _, ...headers } = chromium

/** Over a real connection, where the lane takes calls first; `query` makes a call one for the full server. */
async function post(path: string, body: unknown, { query = '', more = {} } = {}) {
  const response = await fetch(`${address}/captcha/v1${path}${query}`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { requestId: _id, ...rest } = Object(await response.json())
  return {
    status: response.status,
    cors: response.headers.get('access-control-allow-origin'),
    sniff: response.headers.get('x-content-type-options'),
    type: response.headers.get('content-type')?.split(';')[0],
    body: rest,
  }
}

test('a verification runs over the lane from start to end, and its replay is refused', async () => {
  const started = await post('/verifications', { siteKey: site.siteKey, action: 'sign up', language: 'de' })
  expect(started).toMatchObject({
    status: 201,
    cors: '*',
    sniff: 'nosniff',
    type: 'application/json',
    body: { status: 'challenge', collect: true },
  })
  const { verificationId, challenge } = started.body
  const body = {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 5,
    collected: collectedFor(challenge.token),
  }
  const path = `/verifications/${verificationId}/solutions`
  expect(await post(path, body)).toMatchObject({ status: 200, body: { status: 'passed', verificationId } })
  expect(await post(path, body)).toMatchObject({
    status: 409,
    cors: '*',
    type: 'application/problem+json',
    body: { code: 'already-answered' },
  })
})

test.each([
  ['the setting', { expressLane: false }],
  ['a flag', { flags: { ...noFlags, isLaneClosed: () => true } }],
])('an operator can turn the lane off by %s, and calls are answered as before', async (_by, options) => {
  const service = await cluster.startService(options)
  const itsSite = await makeSite(service)
  const itsAddress = await service.app.listen({ port: 0, host: '127.0.0.1' })
  let taken = 0
  const listen = () => taken++
  expressAnswers.subscribe(listen)
  try {
    for (const [at, { siteKey }, lane] of [
      [itsAddress, itsSite, 0],
      [address, site, 1],
    ] as const) {
      taken = 0
      const response = await fetch(`${at}/captcha/v1/verifications`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ siteKey }),
      })
      expect([response.status, taken]).toEqual([201, lane])
      await response.body?.cancel()
    }
  } finally {
    expressAnswers.unsubscribe(listen)
  }
})

test('answers are written as JSON is', () => {
  const verificationId = '01a205b2-1759-73ba-91fc-d8bedc8c40c2'
  const expiresAt = '2026-11-23T00:08:07.193Z'
  const challenge = { token: 'aRmn-_', algorithm: 'sha256', count: 32, target: 4_294_967_295, expiresAt } as const
  const answers: VerificationAnswer[] = [
    { status: 'challenge', verificationId, collect: true, challenge },
    { status: 'challenge', verificationId, collect: false, privateToken: true, challenge },
    { status: 'passed', verificationId, token: 'bt2_aRmn-_', expiresAt },
    { status: 'refused', verificationId, reasons: ['work-wrong'] },
  ]
  for (const answer of answers) expect(textOf(answer)).toBe(JSON.stringify(answer))
})

test.for<[string, string, unknown, object]>([
  ['an unknown key', '/verifications', { siteKey: 'nonsense' }, {}],
  ['another origin', '/verifications', { siteKey: 'KEY' }, { origin: 'https://evil.example' }],
  ['a missing field', '/verifications', {}, {}],
  ['an unknown field', '/verifications', { siteKey: 'KEY', extra: 1 }, {}],
  ['a body that is no JSON', '/verifications', '{', {}],
  ['a body that is too large', '/verifications', { siteKey: 'x'.repeat(9_000) }, {}],
  ['a form', '/verifications', { siteKey: 'KEY' }, { 'content-type': 'application/x-www-form-urlencoded' }],
  [
    'a challenge that is none',
    '/verifications/01941f29-7c00-7000-8000-000000000001/solutions',
    { challenge: 'x', solution: 'y', workMs: 1 },
    {},
  ],
  ['an id that is none', '/verifications/nonsense/solutions', { challenge: 'x', solution: 'y', workMs: 1 }, {}],
])('%s is refused alike on either way in', async ([, path, body, more]) => {
  const given = typeof body === 'string' ? body : JSON.stringify(body).replace('KEY', site.siteKey)
  const [express, full] = await Promise.all([post(path, given, { more }), post(path, given, { more, query: '?' })])
  expect(express.status).toBeGreaterThanOrEqual(400)
  expect(express).toEqual(full)
})
