import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { ProtectionDecision } from '@bollard/contracts'
import { conclusions } from '@bollard/decisions'
import { runs, timeLimit } from '@bollard/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ours, startService, type TestService } from '../testing/start-service.ts'

/** Inputs to each call at night; an eighth of them by day. */
const inputs = 2_000
/** Inputs at the same moment. */
const atOnce = 20

let it: TestService
let server: Awaited<ReturnType<TestService['anotherServer']>>

/** Limiters that read everything a request says, on ladders and off them, so that all of it is looked at. */
beforeAll(async () => {
  it = await startService()
  const windowSeconds = 3_600
  const limit = { kind: 'FIXED_WINDOW', limit: 2, windowSeconds }
  const steps = [
    { rung: 'EASY', fromPercent: 100 },
    { rung: 'HARD', fromPercent: 200 },
    { rung: 'DENY', fromPercent: 400 },
  ]
  const ladder = { steps, holdSeconds: 60, credit: { EASY: 1, HARD: 2 }, work: { EASY: 100, HARD: 400 } }
  const limiters = [
    { name: 'network', limit: { kind: 'SLIDING_WINDOW', limit: 60, windowSeconds }, key: [{ from: 'network' }] },
    { name: 'path', limit, key: [{ from: 'path' }], missing: 'SHARE', ladder },
    { name: 'user', limit: { ...limit, limit: 9 }, key: [{ from: 'user' }, { from: 'path' }], counts: 'AFTER_FAILURE' },
    {
      name: 'email',
      limit: { kind: 'TOKEN_BUCKET', limit: 20, tokens: 1, everySeconds: 60 },
      key: [{ from: 'email' }],
    },
    { name: 'header', limit: { ...limit, limit: 400 }, key: [{ from: 'header', name: 'x-key' }], missing: 'SHARE' },
    {
      name: 'cookie',
      limit: { ...limit, limit: 200 },
      key: [{ from: 'cookie', name: 'id' }],
      match: { paths: ['/*/x*y', '/a*'] },
    },
    { name: 'running', limit: { kind: 'CONCURRENCY', limit: 20, leaseSeconds: 60 }, key: [{ from: 'network' }] },
  ]
  for (const limiter of limiters) {
    const made = await it.call('mia', 'createLimiter', { body: { match: {}, ...limiter } })
    if (made.status !== 201) throw new Error(JSON.stringify(made.json()))
  }
  await it.db.query('test-live', `update protection.limiters set mode = 'LIVE' where solution_id = $1`, [ours])
  server = await it.anotherServer()
})
afterAll(() => it.stop())

/** Values that break what trusts its input. */
const nasty = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e308,
    2 ** 53,
    '',
    '\0',
    '\ud800',
    '\u202e',
    '__proto__',
    'A'.repeat(3_000),
    '/%',
    '/%c0%ae%c0%ae/..;/x',
    '//..//..//',
    '::ffff:1.2.3.4',
    '1.2.3.4, ::1',
    'a@b@c',
    'GET\r\nx: y',
    [],
    {},
    { a: { b: {} } },
    { 'x-key': '\r\n', __proto__: '1' },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
/** Of one of four visitors, so that all of a ladder is met. */
const goodOf = (visitor: number) => ({
  address: `192.0.2.${visitor}`,
  method: 'POST',
  host: 'shop.example',
  path: `/a${visitor}`,
  userAgent: 'Mozilla/5.0',
  headers: { 'x-key': '1' },
  cookies: { id: 'x' },
  user: `jane${visitor}`,
  email: `jane${visitor}+x@example.org`,
})

function mutated(of: object) {
  return fc
    .tuple(
      fc.subarray(Object.keys(of)),
      fc.array(nasty, { minLength: 9, maxLength: 9 }),
      fc.dictionary(fc.string(), nasty, { maxKeys: 1 }),
    )
    .map(([names, values, more]) => ({
      ...of,
      ...Object.fromEntries(names.map((name, index) => [name, values[index]])),
      ...(Object.keys(more).length > 0 && names.length === 0 ? more : {}),
    }))
}
const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .nat(3)
      .chain((visitor) => mutated(goodOf(visitor)))
      .chain((request) => mutated({ request, cost: 1, labels: { a: 'b' }, captchaToken: 'x' })),
  },
  { weight: 2, arbitrary: fc.nat(3).map((visitor): unknown => ({ request: goodOf(visitor) })) },
  { weight: 1, arbitrary: nasty },
)

/** Whether field names and values may go over a wire, and say what fields of these names may say. */
function faultOf(headers: Readonly<Record<string, unknown>>): string | null {
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) {
      try {
        validateHeaderName(name)
        validateHeaderValue(name, String(one))
      } catch {
        return name
      }
      if (/^retry-after$/iu.test(name) && !/^[1-9]\d*$/u.test(String(one))) return name
      if (
        /^ratelimit/iu.test(name) &&
        !/^"[\w.-]+"(?:;\w+=(?:\d+|"[\w-]+"))+(?:, "[\w.-]+"(?:;\w+=(?:\d+|"[\w-]+"))+)*$/u.test(String(one))
      )
        return name
    }
  }
  return null
}

/** What came of inputs that could be decided about: if all were refused, nothing would be tried. */
const seen = new Set<string>()
beforeEach(() => seen.clear())

async function assertAll<Input>(
  arbitrary: fc.Arbitrary<Input>,
  check: (input: Input) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: atOnce, maxLength: atOnce }), async (together) => {
      for (const fault of await Promise.all(together.map(check))) if (fault !== null) faults.push(fault)
      return faults.length === 0
    }),
    { numRuns: runs(inputs / atOnce) },
  )
  await server.service.flush()
  expect(faults).toEqual([])
  expect(it.faults).toEqual([])
  expect([...seen].toSorted()).toEqual(expect.arrayContaining(['ALLOW', 'CHALLENGE']))
}

test(
  'no body of a decision is a fault of ours, and every answer is one of four with header fields that are valid',
  { timeout: timeLimit(60_000) },
  () =>
    assertAll(body, async (payload) => {
      const answer = await server.raw({
        method: 'POST',
        url: '/protection/v1/decisions',
        headers: { authorization: 'Bearer bsec_ours', 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
      if (answer.statusCode >= 500) return [answer.statusCode, payload, answer.body]
      if (answer.statusCode !== 200) return null
      const { conclusion, headers, challenge } = answer.json<ProtectionDecision>()
      seen.add(conclusion)
      const fault = faultOf(headers)
      const isAsked = (conclusion === 'CHALLENGE') === (challenge !== null)
      return conclusions.includes(conclusion) && fault === null && isAsked ? null : [conclusion, fault, payload]
    }),
)

const field = fc
  .oneof(
    fc.string({ maxLength: 60, unit: 'binary' }),
    fc.constantFrom(
      '',
      ',',
      ';;=;',
      '"',
      'a'.repeat(3_000),
      '1.2.3.4, ::1',
      'null',
      '/%',
      '//',
      '/..;/x',
      'https://shop.example/a?b',
      'https://%',
      'GET',
      'get',
      'CHALLENGE',
      'ALLOW',
      'THROTTLE',
      'text/html',
      '9'.repeat(30),
      '<script>',
      '1',
    ),
  )
  .map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/gu, ''))
const names = [
  'x-forwarded-method',
  'x-forwarded-host',
  'x-forwarded-uri',
  'x-forwarded-for',
  'x-original-url',
  'x-original-method',
  'user-agent',
  'accept',
  'accept-language',
  'cookie',
  'x-key',
  'bollard-captcha-token',
  'bollard-conclusion',
  'bollard-decision',
  'bollard-site-key',
  'bollard-ticket',
  'bollard-retry-after',
] as const
const forwarded = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
  query: fc.constantFrom('', '?by=nginx', '?by=nginx&show', '?show=1', '?by=%00&by=nginx'),
  headers: fc.dictionary(fc.constantFrom(...names), field, { maxKeys: 8 }),
})

test(
  'no question of a proxy is a fault of ours, and it is told nothing but what proxies understand',
  { timeout: timeLimit(60_000) },
  () =>
    assertAll(forwarded, async ({ method, query, headers }) => {
      const answer = await server.raw({
        method: method as 'GET',
        url: `/protection/v1/forward-auth${query}`,
        headers: { ...headers, 'bollard-secret-key': 'bsec_ours' },
      })
      const { statusCode } = answer
      const conclusion = answer.headers['bollard-conclusion']
      if (typeof conclusion === 'string') seen.add(conclusion)
      const isShown = query.includes('show')
      // Nothing that a visitor sends makes a page of what was decided let a request pass.
      const isKnown = isShown
        ? statusCode === 403 || statusCode === 429
        : (
            { ALLOW: [204], CHALLENGE: [401], THROTTLE: query === '?by=nginx' ? [403] : [403, 429], DENY: [403] }[
              String(conclusion)
            ] ?? []
          ).includes(statusCode)
      const { date: _, ...rest } = answer.headers
      const fault = faultOf(rest)
      return isKnown && fault === null
        ? null
        : [statusCode, conclusion, fault, method, query, headers, answer.body.slice(0, 200)]
    }),
)
