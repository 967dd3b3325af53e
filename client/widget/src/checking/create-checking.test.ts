import { expect, test } from 'vitest'
import { type CheckingPorts, createChecking } from './create-checking.ts'
import type { Countdown } from '../verification/start-when-due.ts'
import type { Outcome } from './outcome.ts'

const passed: Outcome = { status: 'passed', token: 'token', verificationId: 'id', validMs: 900_000 }
const refused: Outcome = { status: 'refused', verificationId: 'id' }
const offline: Outcome = { status: 'failed', code: 'offline', problem: 'offline', failover: '' }
const outage: Outcome = { status: 'failed', code: 'unavailable', problem: 'unavailable', failover: 'bfo1.x' }

/** A widget without a page: `end` ends the check that runs, `pass` lets time go by. */
function scene({ renewsByItself = true, onTell }: { renewsByItself?: boolean; onTell?: (event: string) => void } = {}) {
  const told: [event: string, detail?: object][] = []
  const held: string[] = []
  const runs: {
    signal: AbortSignal
    byTouch: boolean
    finish(outcome: Outcome): void
    onCountdown(countdown: Countdown): void
  }[] = []
  const timers = new Map<() => void, number>()
  let now = 1_000_000
  const ports: CheckingPorts = {
    check: ({ signal, byTouch, onCountdown }) =>
      new Promise((finish) => runs.push({ signal, byTouch, finish, onCountdown })),
    hold: (token) => void held.push(token),
    show: () => {},
    tell: (event, detail) => {
      told.push(detail ? [event, detail] : [event])
      onTell?.(event)
    },
    renewsByItself: () => renewsByItself,
    now: () => now,
    wait: (ms) => new Promise<void>((then) => timers.set(then, now + ms)),
  }
  const checking = createChecking(ports)
  return {
    checking,
    told,
    held,
    runs,
    async end(outcome: Outcome) {
      runs.at(-1)?.finish(outcome)
      await Promise.resolve()
      await Promise.resolve()
    },
    async pass(ms: number) {
      now += ms
      for (const [then, at] of timers) if (at <= now && timers.delete(then)) then()
      await Promise.resolve()
    },
  }
}

test('a script gets the token of the check that it starts, or of the one that runs, or the one that is there', async () => {
  const { checking, runs, end } = scene()
  const both = [checking.execute(), checking.execute()]
  expect(runs).toHaveLength(1)
  await end(passed)
  await expect(Promise.all([...both, checking.execute()])).resolves.toEqual(['token', 'token', 'token'])
  expect([checking.token, checking.verificationId, runs.length]).toEqual(['token', 'id', 1])
})

test('a token that went out with a form is given to no script', async () => {
  const { checking, runs, end } = scene()
  checking.start()
  await end(passed)
  expect(checking.maySend(() => {})).toBe(true)
  const next = checking.execute()
  expect(runs).toHaveLength(2)
  await end({ ...passed, token: 'second' })
  await expect(next).resolves.toBe('second')
})

test.for([
  [refused, 'refused'],
  [offline, 'offline'],
  [{ status: 'failed', code: 'misconfigured', problem: 'origin-not-allowed', failover: '' }, 'origin-not-allowed'],
] satisfies [Outcome, string][])('a script that waits for %o is told the code %s', async ([outcome, code]) => {
  const { checking, told, end } = scene()
  const waiting = expect(checking.execute()).rejects.toMatchObject({ code })
  await end(outcome)
  await waiting
  expect(told.at(-1)).toMatchObject(['failed', { code, failover: false }])
})

test('in an outage a script gets what the form may be sent with', async () => {
  const { checking, told, end } = scene()
  const waiting = checking.execute()
  await end(outage)
  await expect(waiting).resolves.toBe('bfo1.x')
  expect(told.at(-1)).toEqual(['failed', { code: 'unavailable', failover: true }])
})

test('whoever waits hears of a reset and of a removal, and what was running means nothing any more', async () => {
  for (const [end, code] of [
    ['reset', 'reset'],
    ['stop', 'removed'],
  ] as const) {
    const { checking, runs, held } = scene()
    const waiting = expect(checking.execute()).rejects.toMatchObject({ code })
    checking[end]()
    await waiting
    expect([runs[0]?.signal.aborted, checking.state.kind]).toEqual([true, 'ready'])
    runs[0]?.finish(passed)
    await Promise.resolve()
    expect([checking.token, held.filter(Boolean)]).toEqual(['', []])
  }
})

test('whoever asks while a check by touch runs is waited for: a script, a page, and the form', async () => {
  for (const ask of [
    ({ checking }: ReturnType<typeof scene>) => void checking.execute().catch(() => undefined),
    ({ checking }: ReturnType<typeof scene>) => checking.start(),
    ({ checking }: ReturnType<typeof scene>) => checking.maySend(() => {}),
  ]) {
    const one = scene()
    one.checking.start(true)
    one.checking.start(true)
    expect(one.checking.isAwaited).toBe(false)
    ask(one)
    expect([one.checking.isAwaited, one.runs.length]).toEqual([true, 1])
    await one.end(passed)
    one.checking.reset()
    one.checking.start(true)
    expect(one.checking.isAwaited).toBe(false)
  }
})

test('a form that was held back is sent once when there is a token, by the last button that was pressed', async () => {
  const sent: string[] = []
  const { checking, runs, end } = scene()
  for (const button of ['save', 'delete']) expect(checking.maySend(() => void sent.push(button))).toBe(false)
  await end(passed)
  expect([sent, runs.length]).toEqual([['delete'], 1])
})

test('a throttled check tells the page once, and nothing that anybody presses begins another one', async () => {
  const sent: string[] = []
  const { checking, runs, told, end } = scene()
  checking.maySend(() => void sent.push('first press'))
  const token = checking.execute()
  const countdown = (secondsLeft: number, isNews: boolean) =>
    runs[0]?.onCountdown({ secondsLeft, secondsInAll: 12, isNews })
  countdown(12, true)
  countdown(11, false)
  checking.start()
  checking.maySend(() => void sent.push('second press'))
  checking.expireIfDue()
  checking.active()
  expect([checking.state.kind, checking.isAwaited, runs.length]).toEqual(['throttled', true, 1])
  await end(passed)
  expect(await token).toBe('token')
  expect(sent).toEqual(['second press'])
  expect(told.map(([event, detail]) => [event, detail])).toEqual([
    ['started', undefined],
    ['throttled', { code: 'throttled', retryAfterSeconds: 12 }],
    ['solved', { token: 'token', verificationId: 'id' }],
  ])
})

test('a page that resets when it hears of the wait ends it', () => {
  const { checking, runs } = scene({ onTell: (event) => event === 'throttled' && checking.reset() })
  checking.start()
  runs[0]?.onCountdown({ secondsLeft: 12, secondsInAll: 12, isNews: true })
  expect([checking.state.kind, runs[0]?.signal.aborted]).toEqual(['ready', true])
})

test('a widget that is moved while it waits begins anew', () => {
  const { checking, runs } = scene()
  checking.start()
  runs[0]?.onCountdown({ secondsLeft: 12, secondsInAll: 12, isNews: true })
  checking.resume()
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a page that sends the form when it hears of the token sends it once', async () => {
  const sent: string[] = []
  const { checking, end } = scene({
    onTell: (event) => event === 'solved' && checking.maySend(() => {}) && sent.push('page'),
  })
  checking.maySend(() => void sent.push('widget'))
  await end(passed)
  expect(sent).toEqual(['page'])
})

test('a form that another widget held back has spent nothing', async () => {
  const { checking, end } = scene()
  checking.start()
  await end(passed)
  expect(checking.maySend(() => {})).toBe(true)
  checking.notSent()
  expect(checking.maySend(() => {})).toBe(true)
})

test('a refused visitor cannot send the form, and it is not sent later either', async () => {
  const sent: string[] = []
  const { checking, runs, end } = scene()
  checking.maySend(() => void sent.push('held'))
  await end(refused)
  expect(checking.maySend(() => void sent.push('again'))).toBe(false)
  expect([sent, runs.length]).toEqual([[], 1])
})

test('a check that was moved within the page begins anew and says nothing of it', async () => {
  const { checking, told, runs, end } = scene()
  const waiting = checking.execute()
  checking.resume()
  expect([runs.length, runs[0]?.signal.aborted]).toEqual([2, true])
  await end(passed)
  await expect(waiting).resolves.toBe('token')
  checking.resume()
  expect([told.map(([event]) => event), runs.length]).toEqual([['started', 'solved'], 2])
})

test('a listener that takes the start back leaves nothing running', () => {
  const { checking, runs } = scene({ onTell: (event) => event === 'started' && checking.reset() })
  checking.start()
  expect([checking.state.kind, runs.length]).toEqual(['ready', 0])
})

test('half a minute before its end a token is gone, and is renewed where the visitor was active', async () => {
  const { checking, told, runs, end, pass } = scene()
  checking.start()
  await end(passed)
  checking.active()
  await pass(869_999)
  expect(checking.state.kind).toBe('passed')
  await pass(1)
  expect([checking.token, told.at(-2)?.[0], told.at(-1)?.[0]]).toEqual(['', 'expired', 'started'])
  expect(checking.state).toMatchObject({ kind: 'working', renews: true })
  await end(passed)
  expect([checking.state, runs[1]?.byTouch]).toMatchObject([{ kind: 'passed', renews: true }, false])
})

test('nothing is renewed for nobody: it waits until somebody does something', async () => {
  const { checking, runs, end, pass } = scene()
  checking.start()
  await end(passed)
  await pass(900_000)
  expect([checking.state.kind, runs.length]).toEqual(['expired', 1])
  checking.active()
  expect([checking.state.kind, runs.length]).toEqual(['working', 2])
})

test('three times it renews for somebody who does not touch the form, and three times more after a touch', async () => {
  const { checking, runs, end, pass } = scene()
  const goOn = async () => {
    await end(passed)
    checking.active()
    await pass(900_000)
  }
  checking.start()
  for (let round = 0; round < 5; round++) await goOn()
  expect([checking.state.kind, runs.length]).toEqual(['expired', 4])
  checking.touched()
  checking.start(true)
  for (let round = 0; round < 5; round++) await goOn()
  expect([checking.state.kind, runs.length]).toEqual(['expired', 8])
})

test.for(['the page does not want it', 'the token was used'])('nothing is renewed where %s', async (reason) => {
  const { checking, runs, end, pass } = scene({ renewsByItself: reason === 'the token was used' })
  checking.start()
  await end(passed)
  if (reason === 'the token was used') checking.maySend(() => {})
  checking.active()
  await pass(900_000)
  checking.active()
  expect([checking.state.kind, runs.length]).toEqual(['expired', 1])
})

test('a token that ran out while the device slept is not sent', async () => {
  const { checking, runs, end } = scene()
  checking.start()
  await end({ ...passed, validMs: 10_000 })
  expect(checking.maySend(() => {})).toBe(false)
  expect(runs).toHaveLength(2)
})
