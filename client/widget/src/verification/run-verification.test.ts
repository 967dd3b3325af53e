import { expect, test } from 'vitest'
import type { Answer } from '../api/call-api.ts'
import { CallFailure } from '../api/failure.ts'
import { runVerification, type VerificationPorts } from './run-verification.ts'

const issuedAt = Date.UTC(2026, 10, 21, 12)
const verificationId = `${issuedAt
  .toString(16)
  .padStart(12, '0')
  .replace(/^(.{8})/u, '$1-')}-7000-8000-000000000000`
const challenge = (
  token: string,
  target: number,
  collect = true,
  algorithm: 'sha256' | 'equix' = 'sha256',
): Answer => ({
  status: 'challenge',
  verificationId,
  collect,
  challenge: { token, algorithm, count: 32, target, expiresAt: new Date(issuedAt + 600_000).toISOString() },
})
const refused: Answer = { status: 'refused', verificationId, reasons: ['blocked-by-rule'] }
const passed: Answer = {
  status: 'passed',
  verificationId,
  token: 'btk1.x',
  expiresAt: new Date(issuedAt + 900_000).toISOString(),
}
const collectedFor = (token: string) => ({ layout: 7, verdicts: `sealed for ${token}`, page: 1, digests: [0, 0, 0] })

/** A service that gives these answers one after the other, and a visitor's clock that is wrong by an hour. */
function run(
  answers: (Answer | CallFailure)[],
  {
    minimal = false,
    start = {},
    stepUp = undefined as 'equix' | undefined,
    engine = undefined as ((token: string) => number[]) | undefined,
  } = {},
) {
  const calls: { path: string; body: object }[] = []
  const progress: [number, boolean][] = []
  const waits: number[] = []
  const order: string[] = []
  let now = issuedAt + 3_600_000
  const ports: VerificationPorts = {
    call: async (path, body) => {
      calls.push({ path, body })
      const answer = answers.shift()
      if (!answer) throw new Error('no more answers')
      if (answer instanceof CallFailure) throw answer
      return answer
    },
    solve: async (token, onProgress) => {
      order.push('solve')
      onProgress(0.5)
      now += 400
      onProgress(1)
      return `solved ${token}`
    },
    stepUp: () => stepUp,
    collector: minimal
      ? undefined
      : {
          begin: async () => void order.push('begin'),
          collect: async (token) => {
            order.push('collect')
            return collectedFor(token)
          },
          close: () => void order.push('close'),
        },
    engineAnswers: async (token) => {
      order.push('engine')
      return engine?.(token)
    },
    privateToken: async (id) => `proof for ${id}`,
    settle: async () => void order.push('settle'),
    onMinimalData: () => void order.push('minimal'),
    line: { place: undefined },
    onCountdown: () => {},
    signal: new AbortController().signal,
    now: () => now,
    wait: async (ms) => void waits.push(ms),
    onProgress: (share, more) => progress.push([share, more]),
  }
  return {
    result: runVerification({ siteKey: 'bsk_x', language: 'en', ...start }, ports),
    calls,
    progress,
    waits,
    order,
  }
}

test('a proof is asked for where the site trusts an issuer, and only there', async () => {
  const { result, calls } = run([{ ...challenge('one', 2 ** 16), privateToken: true } as Answer, passed])
  await result
  expect(calls[1]?.body).toMatchObject({ privateToken: `proof for ${verificationId}` })
  const without = run([challenge('one', 2 ** 16), passed])
  await without.result
  expect(without.calls[1]?.body).not.toHaveProperty('privateToken')
})

test('work and verdicts of one challenge make a token', async () => {
  const { result, calls, order } = run([challenge('one', 65_536), passed])
  expect(await result).toMatchObject({ status: 'passed', token: 'btk1.x' })
  expect(calls).toEqual([
    { path: '', body: { siteKey: 'bsk_x', language: 'en' } },
    {
      path: `/${verificationId}/solutions`,
      body: { challenge: 'one', solution: 'solved one', workMs: 400, collected: collectedFor('one') },
    },
  ])
  // The browser is looked at while the work goes on.
  expect(order).toEqual(['begin', 'solve', 'engine', 'settle', 'collect'])
})

test('what the engine answers goes with the work of its challenge, and nothing where it cannot', async () => {
  const { result, calls } = run([challenge('one', 65_536), challenge('two', 8192), passed], {
    engine: (token) => (token === 'one' ? [1, 2] : [3, 4]),
  })
  await result
  expect(calls.slice(1).map(({ body }) => Reflect.get(body, 'engine'))).toEqual([
    [1, 2],
    [3, 4],
  ])
  const without = run([challenge('one', 65_536), passed])
  await without.result
  expect(without.calls[1]?.body).not.toHaveProperty('engine')
})

test('where the service wants no verdicts the engine is asked for nothing', async () => {
  const engine = () => [1, 2]
  for (const visit of [
    run([challenge('one', 65_536, false), passed], { engine }),
    run([challenge('one', 65_536), passed], { engine, minimal: true }),
  ]) {
    await visit.result
    expect(visit.order).not.toContain('engine')
    expect(visit.calls[1]?.body).not.toHaveProperty('engine')
  }
})

test('a wrong clock of the visitor does not change how long the token is good', async () => {
  expect(await run([challenge('one', 65_536), passed]).result).toMatchObject({ validMs: 900_000 - 400 })
})

test('a harder challenge is done too, and the bar never claims more than is done', async () => {
  const { result, calls, progress } = run([challenge('one', 65_536), challenge('two', 8192), passed])
  expect((await result).status).toBe('passed')
  expect(calls.map(({ path }) => path)).toEqual(['', `/${verificationId}/solutions`, `/${verificationId}/solutions`])
  expect(calls.slice(1).map(({ body }) => body)).toMatchObject([
    { collected: collectedFor('one') },
    { collected: collectedFor('two') },
  ])
  // The second round is eight times the first, which is therefore a ninth of the whole.
  expect(progress.map(([share, more]) => [Math.round(share * 9), more])).toEqual([
    [0, false],
    [5, false],
    [9, false],
    [1, true],
    [5, true],
    [9, true],
  ])
})

test('hands are waited for once: a visitor who is given more work does not wait for them again', async () => {
  const { result, order } = run([challenge('one', 65_536), challenge('two', 8192), challenge('three', 8192), passed])
  await result
  const again = ['begin', 'solve', 'engine', 'collect']
  expect(order).toEqual(['begin', 'solve', 'engine', 'settle', 'collect', ...again, ...again])
})

test('nothing is looked at before the service has asked for it', async () => {
  const { result, order } = run([passed])
  await result
  expect(order).toEqual([])
})

test('where the service wants no verdicts all is dropped at once and nothing is sent', async () => {
  const { result, order, calls } = run([challenge('one', 65_536, false), challenge('two', 65_536, false), passed])
  await result
  expect(order).toEqual(['close', 'minimal', 'solve', 'close', 'minimal', 'solve'])
  for (const { body } of calls) expect(body).not.toHaveProperty('collected')
})

test('in minimal data mode nothing is sent, whatever the service says', async () => {
  const { result, order, calls } = run([challenge('one', 65_536), passed], { minimal: true })
  await result
  expect(order).toEqual(['solve'])
  for (const { body } of calls) expect(body).not.toHaveProperty('collected')
})

test('a visitor who needs no work has a token at once', async () => {
  expect(await run([passed]).result).toMatchObject({ token: 'btk1.x' })
})

test('a visitor whom a rule lets nowhere is refused at once', async () => {
  const { result, order, calls } = run([refused])
  expect(await result).toEqual(refused)
  expect([order, calls.length]).toEqual([[], 1])
})

test('the path of the page goes with both calls, and is not said again where the service wants no verdicts', async () => {
  const start = { path: '/checkout' }
  const usual = run([challenge('one', 65_536), passed], { start })
  await usual.result
  expect(usual.calls.map(({ body }) => Reflect.get(body, 'path'))).toEqual(['/checkout', '/checkout'])
  const minimal = run([challenge('one', 65_536, false), passed], { start })
  await minimal.result
  expect(minimal.calls.map(({ body }) => Reflect.get(body, 'path'))).toEqual(['/checkout', undefined])
})

test("the page's own data goes with every call, also where the service wants no verdicts", async () => {
  for (const collect of [true, false]) {
    const { calls, result } = run([challenge('one', 65_536, collect), challenge('two', 65_536, collect), passed], {
      start: { cData: 'order-7' },
    })
    await result
    expect(calls.map(({ body }) => Reflect.get(body, 'cData'))).toEqual(['order-7', 'order-7', 'order-7'])
  }
})

test('a refusal is an answer, not a failure', async () => {
  expect(await run([challenge('one', 65_536), refused]).result).toEqual(refused)
})

test.for(['unavailable', 'already-answered', 'challenge-expired'])(
  'after "%s" it starts anew by itself, with a pause',
  async (problem) => {
    const { result, waits, calls } = run([
      challenge('one', 65_536),
      new CallFailure('unavailable', problem),
      challenge('two', 65_536),
      passed,
    ])
    expect((await result).status).toBe('passed')
    expect(waits).toEqual([600])
    expect(calls.map(({ path }) => path === '')).toEqual([true, false, true, false])
  },
)

test('it gives up after the third try', async () => {
  const away = new CallFailure('unavailable', 'unavailable')
  const { result, waits } = run([away, away, away])
  await expect(result).rejects.toMatchObject({ code: 'unavailable' })
  expect(waits).toEqual([600, 2400])
})

test.for([
  ['misconfigured', 'origin-not-allowed'],
  ['rate-limited', 'rate-limited'],
] as const)('a check that is %s is not tried again', async ([code, problem]) => {
  const { result, waits } = run([new CallFailure(code, problem)])
  await expect(result).rejects.toMatchObject({ code, problem })
  expect(waits).toEqual([])
})

test('what a second round can be solved with is told with the first, and its work counts on the bar for what it is', async () => {
  const more = challenge('two', 2 ** 32 - 1, true, 'equix')
  const { result, calls, progress } = run([challenge('one', 2 ** 16), more, passed], { stepUp: 'equix' })
  await result
  expect(calls[1]?.body).toMatchObject({ stepUp: 'equix' })
  const [, , , secondBegins] = progress
  // 2^21 hashes are done, and 32 solutions take the time of 1.92 million.
  expect(secondBegins?.[0]).toBeCloseTo(2 ** 21 / (2 ** 21 + 1_920_000), 3)
})

test('where only SHA-256 can be solved nothing else is offered', async () => {
  const { result, calls } = run([challenge('one', 2 ** 16), passed])
  await result
  expect(calls[1]?.body).not.toHaveProperty('stepUp')
})

test('an answer that came too soon goes out again as it is', async () => {
  const wait = new CallFailure('rate-limited', 'throttled', undefined, { retryAfterSeconds: 2, ticket: undefined })
  const { result, calls } = run([challenge('one', 2 ** 16), wait, passed])
  expect((await result).status).toBe('passed')
  expect(calls.length).toBe(3)
  expect(calls[2]).toEqual(calls[1])
})

test('work that could not be finished is started anew', async () => {
  const { result, waits } = run([new CallFailure('unavailable', 'not-solved'), challenge('one', 2 ** 16), passed])
  expect((await result).status).toBe('passed')
  expect(waits).toEqual([600])
})
