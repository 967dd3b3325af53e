import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installProblems } from './install-problems.ts'
import { type CallCounts, createCallLimiter, createTaker, limitedIp, rateLimited } from './rate-limits.ts'

const key = (request: { headers: Record<string, unknown> }) =>
  typeof request.headers['who'] === 'string' ? request.headers['who'] : null

function startApp(limit: number) {
  const clock = { ms: 1_000_000 }
  const app = Fastify()
  installProblems(app)
  app.register(async (scope) => {
    const limits = { calls: { limit, seconds: 60, per: 'account', counted: 'process' } } as const
    scope.addHook('onRequest', createCallLimiter('test', limits, { now: () => new Date(clock.ms) }).hook('calls', key))
    scope.get('/', async () => ({}))
  })
  const call = async (who?: string) => app.inject({ url: '/', headers: who ? { who } : {} })
  return { clock, call }
}

test('calls above the limit are refused with the time to wait', async () => {
  const { call, clock } = startApp(3)
  const answers = [await call('a'), await call('a'), await call('a'), await call('a')]
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 429])
  expect(answers.map((answer) => answer.headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
  expect(answers[0]?.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-reset': '20' })
  expect(answers[3]?.headers['retry-after']).toBe('20')
  expect(answers[3]?.json()).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 20 })
  clock.ms += 20_000
  expect((await call('a')).statusCode).toBe(200)
  expect((await call('a')).statusCode).toBe(429)
})

test('in the long run exactly the limit passes, without a burst at the edge of a window', async () => {
  const { call, clock } = startApp(10)
  let passed = 0
  for (let second = 0; second < 180; second += 1, clock.ms += 1000)
    if ((await call('a')).statusCode === 200) passed += 1
  expect(passed).toBeGreaterThanOrEqual(39)
  expect(passed).toBeLessThanOrEqual(40)
})

test('each key is counted by itself and no key is not counted', async () => {
  const { call } = startApp(1)
  expect((await call('a')).statusCode).toBe(200)
  expect((await call('b')).statusCode).toBe(200)
  expect((await call('a')).statusCode).toBe(429)
  for (let i = 0; i < 5; i += 1) expect((await call()).statusCode).toBe(200)
})

test('memory is bounded: the key that called longest ago is forgotten', () => {
  const take = createTaker({ limit: 1, seconds: 60 }, { keysMax: 2 })
  for (const who of ['a', 'b', 'a', 'c']) take(who, 1_000_000)
  expect(take('a', 1_000_000).allowed).toBe(false)
  expect(take('b', 1_000_000).allowed).toBe(true)
})

test('limits of one table are counted apart, and a verb is refused like a route', async () => {
  const limits = {
    reading: { limit: 1, seconds: 60, per: 'account', counted: 'process' },
    writing: { limit: 2, seconds: 60, per: 'account', counted: 'process' },
  } as const
  const limiter = createCallLimiter('test', limits, { now: () => new Date(1_000_000) })
  await limiter.take('reading', 'a')
  await limiter.take('writing', 'a')
  await limiter.take('reading', 'b')
  await expect(limiter.take('reading', 'a')).rejects.toMatchObject({
    code: 'rate-limited',
    limit: 1,
    retryAfterSeconds: 60,
  })
})

/** Counts for several processes, and how often each name was asked for. */
function countTogether() {
  const asked: string[] = []
  const takers = new Map<string, ReturnType<typeof createTaker>>()
  const callCounts: CallCounts = {
    async take(name, key, limit, now) {
      asked.push(`${name} ${key}`)
      const taker = takers.get(name) ?? createTaker(limit)
      takers.set(name, taker)
      const { allowed, remaining, resetSeconds, retryAfterSeconds } = taker(key, now)
      return { allowed, remaining, resetMs: resetSeconds * 1000, waitMs: retryAfterSeconds * 1000 }
    },
  }
  return { asked, callCounts }
}

const shared = {
  mails: { limit: 2, seconds: 60, per: 'account', counted: 'together' },
  pages: { limit: 2, seconds: 60, per: 'account', counted: 'process' },
} as const

test('processes enforce together what is counted together, each by itself what is counted by process', async () => {
  const { asked, callCounts } = countTogether()
  const processes = Array.from({ length: 3 }, () =>
    createCallLimiter('test', shared, { now: () => new Date(1_000_000), callCounts }),
  )
  const passed = async (name: keyof typeof shared) => {
    const answers = await Promise.allSettled(processes.flatMap((one) => [one.take(name, 'a'), one.take(name, 'a')]))
    return answers.filter(({ status }) => status === 'fulfilled').length
  }
  expect([await passed('mails'), await passed('pages')]).toEqual([2, 6])
  expect(new Set(asked)).toEqual(new Set(['test.mails a']))
})

test('whoever all processes refuse is refused here until there can be room again, and only on that limit', async () => {
  const { asked, callCounts } = countTogether()
  const clock = { ms: 1_000_000 }
  const limiter = createCallLimiter('test', shared, { now: () => new Date(clock.ms), callCounts })
  const outcome = () =>
    limiter.take('mails', 'a').then(
      () => 'passed',
      ({ retryAfterSeconds }) => retryAfterSeconds,
    )
  expect([await outcome(), await outcome(), await outcome()]).toEqual(['passed', 'passed', 30])
  clock.ms += 12_000
  for (let count = 0; count < 1_000; count += 1) expect(await outcome()).toBe(18)
  expect(asked).toHaveLength(3)
  await limiter.take('mails', 'b')
  clock.ms += 18_000
  expect(await outcome()).toBe('passed')
  expect(await outcome()).toBe(30)
  clock.ms -= 900_000
  expect(await outcome(), 'a clock that is set back locks nobody out').toBe('passed')
})

test('nobody is told to wait for no time or for a part of a second', () => {
  const waits = [-5, 0, 0.2, 1, 1.01, 3600]
  expect(waits.map((seconds) => rateLimited({ limit: 3 }, seconds).retryAfterSeconds)).toEqual([1, 1, 1, 1, 2, 3600])
})

test('a clock that is set back locks nobody out', async () => {
  const { call, clock } = startApp(3)
  for (let count = 0; count < 4; count += 1) await call('a')
  clock.ms -= 900_000
  expect((await call('a')).statusCode).toBe(200)
})

test('a network of IPv6 counts as one', () => {
  expect(limitedIp('198.51.100.1')).toBe('198.51.100.1')
  expect(limitedIp('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(limitedIp('2001:0DB8:0:0:1:2:3:4')).toBe('2001:db8:0:0::/64')
  expect(limitedIp('::1')).toBe('0:0:0:0::/64')
  expect(limitedIp('fe80::')).toBe('fe80:0:0:0::/64')
})
