import { expect, test } from 'vitest'
import type { Answer } from '../api/call-api.ts'
import { CallFailure } from '../api/failure.ts'
import { type Countdown, type Place, startWhenDue, type StartPorts } from './start-when-due.ts'

const passed: Answer = { status: 'passed', verificationId: 'id', token: 'token', expiresAt: '' }
const start = { siteKey: 'bsk_x', language: 'en' }
const throttled = (retryAfterSeconds: number, ticket?: string) =>
  new CallFailure('rate-limited', 'throttled', undefined, { retryAfterSeconds, ticket })
const offline = new CallFailure('offline', 'offline', 'unreachable')

/** A service that gives these answers one after the other; time passes only where the start waits. */
function scene(...answers: (Answer | CallFailure | 'given up')[]) {
  const bodies: object[] = []
  const told: Countdown[] = []
  const line: { place: Place | undefined } = { place: undefined }
  let now = 1_000_000
  let resumed = 0
  let onWait: (() => void) | undefined
  const run = () => {
    const running = new AbortController()
    const ports: StartPorts = {
      line,
      signal: running.signal,
      call: async (_path, body) => {
        bodies.push(body)
        const answer = answers.shift()
        if (answer === undefined) throw new Error('asked too often')
        if (answer === 'given up') throw new DOMException('', 'AbortError')
        if (answer instanceof CallFailure) throw answer
        return answer
      },
      onCountdown: (countdown) => told.push(countdown),
      onProgress: () => resumed++,
      now: () => now,
      wait: async (ms) => {
        now += ms
        onWait?.()
      },
    }
    return { result: startWhenDue(start, ports), giveUp: () => running.abort() }
  }
  return {
    run,
    bodies,
    told,
    line,
    pass: (ms: number) => (now += ms),
    get resumed() {
      return resumed
    },
    onEachWait: (then: () => void) => (onWait = then),
    elapsed: () => now - 1_000_000,
  }
}

test('a visitor who is not throttled waits for nothing', async () => {
  const { run, bodies, told, elapsed } = scene(passed)
  expect(await run().result).toBe(passed)
  expect([bodies, told, elapsed()]).toEqual([[start], [], 0])
})

test('a throttled start counts down and comes again with its ticket when it is due', async () => {
  const it = scene(throttled(3, 'place-7'), passed)
  expect(await it.run().result).toBe(passed)
  expect(it.bodies).toEqual([start, { ...start, ticket: 'place-7' }])
  expect(it.told).toEqual([
    { secondsLeft: 3, secondsInAll: 3, isNews: true },
    { secondsLeft: 2, secondsInAll: 3, isNews: false },
    { secondsLeft: 1, secondsInAll: 3, isNews: false },
  ])
  expect([it.elapsed(), it.resumed, it.line.place]).toEqual([3000, 1, undefined])
})

test('a service that gives no ticket is asked again as at first', async () => {
  const { run, bodies } = scene(throttled(1), passed)
  await run().result
  expect(bodies).toEqual([start, start])
})

test('a check that is given up loses no place: the next one waits for the rest, silently, and has the ticket', async () => {
  const it = scene(throttled(10, 'place-7'), passed)
  const first = it.run()
  let waits = 0
  it.onEachWait(() => ++waits === 4 && first.giveUp())
  await expect(first.result).rejects.toBeDefined()
  it.told.length = 0
  it.pass(2500)
  expect(await it.run().result).toBe(passed)
  expect(it.told.map(({ secondsLeft, isNews }) => [secondsLeft, isNews])).toEqual(
    [4, 3, 2, 1].map((left) => [left, false]),
  )
  expect([it.elapsed(), it.bodies.at(-1)]).toEqual([10_000, { ...start, ticket: 'place-7' }])
})

test.for([offline, 'given up'] as const)(
  'a ticket that may not have arrived is brought again, after %o',
  async (lost) => {
    const it = scene(throttled(1, 'place-7'), lost, passed)
    await expect(it.run().result).rejects.toBeDefined()
    expect(await it.run().result).toBe(passed)
    expect(it.bodies.at(-1)).toEqual({ ...start, ticket: 'place-7' })
  },
)

test('a clock that is set back delays nobody', async () => {
  const it = scene(throttled(5), passed)
  const { result } = it.run()
  let waits = 0
  it.onEachWait(() => ++waits === 2 && it.pass(-3_600_000))
  await result
  expect(it.told.map(({ secondsLeft }) => secondsLeft)).toEqual([5, 4, 3, 2, 1])
})

test('a computer that slept through the wait asks at once', async () => {
  const it = scene(throttled(30), passed)
  const { result } = it.run()
  it.onEachWait(() => it.pass(60_000))
  await result
  expect(it.told.length).toBe(1)
})

test('a service that never lets anybody start is not asked for ever', async () => {
  const always = Array.from({ length: 9 }, () => throttled(1))
  const { run, bodies } = scene(...always)
  await expect(run().result).rejects.toMatchObject({ code: 'rate-limited', problem: 'throttled' })
  expect(bodies.length).toBe(4)
})

test('a wait that nobody sits out is a refusal', async () => {
  const { run, told } = scene(throttled(301))
  await expect(run().result).rejects.toMatchObject({ problem: 'throttled' })
  expect(told).toEqual([])
})

test('other refusals are not waited for', async () => {
  const { run, told } = scene(new CallFailure('rate-limited', 'rate-limited'))
  await expect(run().result).rejects.toMatchObject({ problem: 'rate-limited' })
  expect(told).toEqual([])
})
