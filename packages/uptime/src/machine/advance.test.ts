import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serviceStates, type Verdict, verdicts } from '../check-result.ts'
import { UptimeFault } from '../calendar/uptime-fault.ts'
import { advance, nextDeadline, wantsRetry } from './advance.ts'
import { type Machine, type MachineEvent, type Notice, startMachine, type Transition } from './machine.ts'
import {
  defaultFlapping,
  defaultProbed,
  type MachineSettings,
  type ProbedSettings,
  requireSettings,
} from './settings.ts'

const minute = 60_000
const probed = { ...defaultProbed(['a', 'b'], minute, 10_000), retries: 1 }
const heartbeat: MachineSettings = {
  kind: 'HEARTBEAT',
  plan: { periodSeconds: 3_600, graceSeconds: 600 },
  flapping: defaultFlapping,
}

interface Played {
  readonly machine: Machine
  readonly transitions: readonly Transition[]
  readonly notices: readonly Notice[]
  /** Such as `2 UP`: the minute and the state. */
  readonly story: readonly string[]
}

function play(settings: MachineSettings, events: readonly MachineEvent[], start = startMachine(0)): Played {
  const transitions: Transition[] = []
  const notices: Notice[] = []
  let machine = start
  for (const event of events) {
    const advanced = advance(settings, machine, event)
    machine = advanced.machine
    transitions.push(...advanced.transitions)
    notices.push(...advanced.notices)
  }
  return { machine, transitions, notices, story: transitions.map(({ at, to }) => `${at / minute} ${to}`) }
}

function check(at: number, place: string, verdict: Verdict, more: Partial<MachineEvent> = {}): MachineEvent {
  const event = { kind: 'RESULT', now: at * minute + 500, at: at * minute, place, verdict, totalMs: 100 } as const
  return { ...event, ...more } as MachineEvent
}

const tick = (at: number): MachineEvent => ({ kind: 'TICK', now: at * minute })

test('a service is DOWN once enough places have retried, from the moment of the last check that was needed', () => {
  const { transitions, story } = play(probed, [
    check(0, 'a', 'UP'),
    check(0.5, 'b', 'UP'),
    check(1, 'a', 'DOWN'),
    check(1.5, 'b', 'DOWN'),
    check(2, 'a', 'DOWN'),
    check(2.5, 'b', 'DOWN'),
    check(3, 'a', 'UP'),
    check(3.5, 'b', 'UP'),
  ])
  expect(story).toEqual(['0 UP', '2.5 DOWN', '3.5 UP'])
  expect(transitions[1]).toMatchObject({ began: minute, reason: 'CHECKS', heldBack: false })
})

test('one place alone makes a service DEGRADED, and only after the others have looked', () => {
  const up = [check(0, 'a', 'UP'), check(0, 'b', 'UP')]
  const split = [...up, check(1, 'a', 'DOWN'), check(2, 'a', 'DOWN')]
  expect(play(probed, split).story).toEqual(['0 UP'])
  const { story, transitions, machine } = play(probed, [
    ...split,
    check(2.2, 'b', 'UP'),
    check(3, 'a', 'UP'),
    check(3.2, 'b', 'UP'),
  ])
  expect(story).toEqual(['0 UP', '2.2 DEGRADED', '3 UP'])
  expect(transitions[1]).toMatchObject({ reason: 'PARTIAL', began: minute })
  expect(wantsRetry(machine, 'a')).toBe(false)
  expect(wantsRetry(play(probed, [...up, check(1, 'a', 'DOWN')]).machine, 'a')).toBe(true)
})

test('at least half of the places that answer have to agree, however few the owner asks for', () => {
  const settings = { ...probed, places: ['a', 'b', 'c', 'd', 'e'], retries: 0 }
  const said = (down: string): readonly MachineEvent[] =>
    settings.places.map((place) => check(1, place, down.includes(place) ? 'DOWN' : 'UP'))
  const all = settings.places.map((place) => check(0, place, 'UP'))
  expect(play(settings, [...all, ...said('ab')]).story).toEqual(['0 UP', '1 DEGRADED'])
  expect(play(settings, [...all, ...said('abc')]).story).toEqual(['0 UP', '1 DOWN'])
  // Of four that answer, two are half.
  const silent = [check(0, 'a', 'UP'), check(0, 'b', 'UP'), check(0, 'c', 'UP'), check(0, 'd', 'UP')]
  expect(play(settings, [...silent, ...said('ab').slice(0, 4)]).story).toEqual(['0 UP', '1 DOWN'])
})

test('a single place may decide where the owner says so', () => {
  const alone = { ...probed, places: ['a'], placesMin: 1, retries: 0 }
  expect(play(alone, [check(0, 'a', 'UP'), check(1, 'a', 'DOWN')]).story).toEqual(['0 UP', '1 DOWN'])
})

test('slowness and challenges are states of their own, by the worst that all retries agree on', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1, degradedAfterMs: 500 }
  const slow = { totalMs: 501 }
  const events = [
    check(0, 'a', 'UP'),
    check(1, 'a', 'UP', slow),
    check(2, 'a', 'UP', slow),
    check(3, 'a', 'DOWN'),
    check(4, 'a', 'CHALLENGED'),
    check(5, 'a', 'DOWN'),
    check(6, 'a', 'DOWN'),
    check(7, 'a', 'UP', { totalMs: 500 }),
  ]
  expect(play(settings, events).story).toEqual(['0 UP', '2 DEGRADED', '4 CHALLENGED', '6 DOWN', '7 UP'])
})

test('recovery takes as many good checks as the owner asks for', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1, retries: 0, recoverAfter: 3 }
  const said: readonly Verdict[] = ['UP', 'DOWN', 'UP', 'UP', 'DOWN', 'UP', 'UP', 'UP']
  expect(
    play(
      settings,
      said.map((verdict, at) => check(at, 'a', verdict)),
    ).story,
  ).toEqual(['0 UP', '1 DOWN', '7 UP'])
})

test('a prober without a line counts as nothing, and forgets what it has begun to count', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1 }
  const events = [
    check(0, 'a', 'UP'),
    check(1, 'a', 'DOWN'),
    { kind: 'OFFLINE', now: 1.5 * minute, place: 'a' } as const,
    check(2, 'a', 'UNKNOWN'),
    check(2.5, 'a', 'DOWN'),
    check(3, 'a', 'UP'),
  ]
  expect(play(settings, events).story).toEqual(['0 UP'])
})

test('silence makes a service UNKNOWN at the moment at which it was due, however late anybody looks', () => {
  const silentFrom = (at: number): number => at * minute + probed.silentAfterMs
  const { story, machine } = play(probed, [check(0, 'a', 'UP'), check(1, 'b', 'UP'), tick(500)])
  expect(story).toEqual(['0 UP', `${silentFrom(1) / minute} UNKNOWN`])
  expect(nextDeadline(probed, machine)).toBeNull()
  expect(nextDeadline(probed, play(probed, [check(2, 'a', 'UP')]).machine)).toBe(silentFrom(2))
})

test('results that come late decide nothing about the past, and old ones nothing at all', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1, retries: 0 }
  const late = check(1, 'a', 'DOWN', { now: 2 * minute })
  expect(play(settings, [check(0, 'a', 'UP'), tick(2), late]).story).toEqual(['0 UP', '2 DOWN'])
  expect(play(settings, [check(0, 'a', 'UP'), check(3, 'a', 'UP'), late]).story).toEqual(['0 UP'])
  expect(play(settings, [check(9, 'b', 'DOWN'), tick(90), check(80, 'a', 'UP', { now: 90 * minute })]).story).toEqual(
    [],
  )
})

test('a clock that was ahead and is set back neither stops the service nor dates a change before the one it follows', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1, retries: 0 }
  const { story, machine } = play(settings, [
    check(0, 'a', 'UP'),
    check(600, 'a', 'DOWN'),
    check(2, 'a', 'UP'),
    check(3, 'a', 'DOWN'),
    check(4, 'a', 'DOWN'),
  ])
  expect(story).toEqual(['0 UP', `${probed.silentAfterMs / minute} UNKNOWN`, '600 DOWN', '600 UP', '600 DOWN'])
  expect(machine).toMatchObject({ state: 'DOWN', clock: 4 * minute })
})

test('maintenance and pause lie over what is found, and end with what holds then', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1, retries: 0 }
  const events: readonly MachineEvent[] = [
    check(0, 'a', 'UP'),
    {
      kind: 'MAINTENANCE',
      now: 0,
      windows: [
        { from: 2 * minute, until: 3.5 * minute },
        { from: 3 * minute, until: 4 * minute },
      ],
    },
    check(2.5, 'a', 'DOWN'),
    check(4.5, 'a', 'UP'),
    { kind: 'PAUSE', now: 5 * minute },
    check(6, 'a', 'DOWN'),
    tick(400),
    { kind: 'RESUME', now: 500 * minute },
    check(501, 'a', 'UP'),
  ]
  const { story, transitions } = play(settings, events)
  expect(story).toEqual(['0 UP', '2 MAINTENANCE', '4 DOWN', '4.5 UP', '5 PAUSED', '500 UNKNOWN', '501 UP'])
  expect(transitions.map(({ reason }) => reason)).toEqual([
    'CHECKS',
    'MAINTENANCE',
    'CHECKS',
    'CHECKS',
    'PAUSED',
    'START',
    'CHECKS',
  ])
})

test('a service flaps from the sixth change within an hour until two are left, and its changes are held back meanwhile', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1, retries: 0, silentAfterMs: 200 * minute }
  const said = Array.from({ length: 8 }, (_, index) => check(index * 2, 'a', index % 2 === 0 ? 'UP' : 'DOWN'))
  const { transitions, notices } = play(settings, [...said, tick(100), check(101, 'a', 'UP')])
  expect(transitions.filter(({ heldBack }) => heldBack).map(({ at }) => at / minute)).toEqual([12, 14])
  // The changes were in minutes 2, 4 and so on to 14: with that of minute 10, all but two have left.
  expect(notices).toEqual([
    { at: 12 * minute, kind: 'FLAPPING_STARTED' },
    { at: 70 * minute, kind: 'FLAPPING_ENDED' },
  ])
})

test('while its parent is DOWN a service keeps its states, and their alerts are held back', () => {
  const settings = { ...probed, places: ['a'], placesMin: 1, retries: 0 }
  const { transitions, notices } = play(settings, [
    check(0, 'a', 'UP'),
    { kind: 'PARENT', now: minute, state: 'DOWN' },
    check(2, 'a', 'DOWN'),
    { kind: 'PARENT', now: 3 * minute, state: 'UP' },
    check(4, 'a', 'UP'),
  ])
  expect(transitions.map(({ to, heldBack }) => [to, heldBack])).toEqual([
    ['UP', false],
    ['DOWN', true],
    ['UP', false],
  ])
  expect(notices.map(({ kind }) => kind)).toEqual(['SILENCED', 'UNSILENCED'])
})

test('a heartbeat is DOWN when its signal is missing or says so, and UP with the next one', () => {
  const signal = (at: number, verdict: 'UP' | 'DOWN' = 'UP'): MachineEvent => ({
    kind: 'SIGNAL',
    now: at * minute,
    at: at * minute,
    verdict,
  })
  const { transitions, story } = play(heartbeat, [
    tick(80),
    signal(90),
    tick(300),
    signal(301),
    signal(302, 'DOWN'),
    tick(900),
    signal(901),
  ])
  expect(story).toEqual(['70 DOWN', '90 UP', '160 DOWN', '301 UP', '302 DOWN', '901 UP'])
  expect(transitions[2]).toMatchObject({ reason: 'SIGNAL_MISSING', began: 150 * minute })
  expect(transitions[4]).toMatchObject({ reason: 'SIGNAL_FAILED' })
})

test.for<[rule: 'ALL' | 'ANY' | 'AT_LEAST', states: string, expected: string]>([
  ['ALL', 'UP UP UP', 'UP'],
  ['ALL', 'UP DEGRADED UP', 'DEGRADED'],
  ['ALL', 'UP DOWN UP', 'DOWN'],
  ['ALL', 'UP PAUSED MAINTENANCE', 'UP'],
  ['ALL', 'UP UNKNOWN UP', 'UNKNOWN'],
  ['ALL', 'UP UNKNOWN DOWN', 'DOWN'],
  ['ALL', 'UP CHALLENGED UP', 'CHALLENGED'],
  ['ALL', 'PAUSED PAUSED PAUSED', 'UNKNOWN'],
  ['ANY', 'DOWN DOWN UP', 'DEGRADED'],
  ['ANY', 'DOWN UNKNOWN DOWN', 'UNKNOWN'],
  ['ANY', 'DOWN CHALLENGED DOWN', 'DOWN'],
  ['AT_LEAST', 'UP UP DOWN', 'DEGRADED'],
  ['AT_LEAST', 'UP DOWN DOWN', 'DOWN'],
  ['AT_LEAST', 'UP DOWN UNKNOWN', 'UNKNOWN'],
  ['AT_LEAST', 'UP PAUSED PAUSED', 'UP'],
])('a group that needs %s of %s is %s', ([rule, states, expected]) => {
  const settings: MachineSettings = {
    kind: 'GROUP',
    members: ['0', '1', '2'],
    rule,
    least: 2,
    flapping: defaultFlapping,
  }
  const events = states.split(' ').map((state, index): MachineEvent => {
    const found = serviceStates.find((one) => one === state) ?? 'UNKNOWN'
    return { kind: 'MEMBER', now: index, member: String(index), state: found }
  })
  expect(play(settings, events).machine.state).toBe(expected)
})

test('a manual service has the state that a person sets', () => {
  const settings: MachineSettings = { kind: 'MANUAL', flapping: defaultFlapping }
  const set = (at: number, state: 'UP' | 'DOWN'): MachineEvent => ({ kind: 'MANUAL', now: at * minute, state })
  expect(play(settings, [set(1, 'UP'), tick(9_999), set(10_000, 'DOWN')]).story).toEqual(['1 UP', '10000 DOWN'])
})

const moments = fc.integer({ min: 0, max: 200 }).map((step) => step * 15_000)
const results = fc.record({
  kind: fc.constant('RESULT' as const),
  now: moments,
  at: moments,
  place: fc.constantFrom('a', 'b', 'c', '__proto__'),
  verdict: fc.constantFrom(...verdicts),
  totalMs: fc.constantFrom(100, 900),
})
const others = fc.oneof(
  fc.record({ kind: fc.constantFrom('PAUSE' as const, 'RESUME' as const, 'TICK' as const), now: moments }),
  fc.record({ kind: fc.constant('OFFLINE' as const), now: moments, place: fc.constantFrom('a', 'b') }),
  fc.record({
    kind: fc.constant('PARENT' as const),
    now: moments,
    state: fc.constantFrom('UP' as const, 'DOWN' as const),
  }),
  fc.record({
    kind: fc.constant('MAINTENANCE' as const),
    now: moments,
    windows: fc.array(fc.record({ from: moments, until: moments }), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('SIGNAL' as const),
    now: moments,
    at: moments,
    verdict: fc.constantFrom('UP' as const, 'DOWN' as const),
  }),
)
const anyEvents = fc.array(fc.oneof({ arbitrary: results, weight: 4 }, others), { maxLength: 60 })
const anySettings = fc.constantFrom<MachineSettings>(
  probed,
  { ...probed, retries: 0, recoverAfter: 3, degradedAfterMs: 500 },
  heartbeat,
)

test('whatever comes in whatever order, changes follow each other, and a stored machine behaves like the one in memory', () => {
  fc.assert(
    fc.property(anySettings, anyEvents, (settings, events) => {
      let [machine, stored] = [startMachine(0), JSON.stringify(startMachine(0))]
      for (const event of events) {
        const advanced = advance(settings, machine, event)
        let before = machine
        for (const { at, began, from, to } of advanced.transitions) {
          expect([from, from === to, at >= before.since, began <= at]).toEqual([before.state, false, true, true])
          before = { ...before, state: to, since: at }
        }
        expect([advanced.machine.state, advanced.machine.since]).toEqual([before.state, before.since])
        expect(nextDeadline(settings, advanced.machine) ?? Infinity).toBeGreaterThan(advanced.machine.clock)
        stored = JSON.stringify(advance(settings, JSON.parse(stored) as Machine, event).machine)
        machine = advanced.machine
        expect(stored).toBe(JSON.stringify(machine))
      }
    }),
  )
})

test('in order, neither repeated results nor how often anybody looks changes anything', () => {
  const inOrder = anyEvents.map((events) => {
    const sorted = events.toSorted((a, b) => a.now - b.now)
    return sorted.map((event): MachineEvent => (event.kind === 'RESULT' ? { ...event, at: event.now } : event))
  })
  fc.assert(
    fc.property(anySettings, inOrder, fc.array(moments, { maxLength: 30 }), (settings, events, looks) => {
      const { transitions, machine } = play(settings, events)
      const more = events.flatMap((event, index): MachineEvent[] => [
        ...looks
          .filter((now) => now <= event.now && now > (events[index - 1]?.now ?? -1))
          .toSorted((a, b) => a - b)
          .map((now): MachineEvent => ({ kind: 'TICK', now })),
        event,
        event.kind === 'RESULT' ? event : { kind: 'TICK', now: event.now },
      ])
      expect(play(settings, more)).toMatchObject({
        transitions,
        machine: { state: machine.state, since: machine.since },
      })
    }),
  )
})

test.for<number>([Number.NaN, Infinity, -Infinity])('an event at %s changes nothing', (now) => {
  const machine = startMachine(0)
  expect(advance(probed, machine, { kind: 'TICK', now })).toEqual({ machine, transitions: [], notices: [] })
  expect(advance(probed, machine, check(0, 'a', 'UP', { at: now })).transitions).toEqual(
    now === Infinity ? [expect.objectContaining({ at: 500, to: 'UP' })] : [],
  )
})

test.for<[change: Partial<ProbedSettings>, field: string]>([
  [{ places: [], placesMin: 1 }, 'places'],
  [{ placesMin: 3 }, 'placesMin'],
  [{ retries: 6 }, 'retries'],
  [{ recoverAfter: 0 }, 'recoverAfter'],
  [{ degradedAfterMs: 0.5 }, 'degradedAfterMs'],
  [{ silentAfterMs: 10 }, 'silentAfterMs'],
])('settings with %j are refused because of %s', ([change, field]) => {
  requireSettings(probed)
  const attempt = (): void => requireSettings({ ...probed, ...change })
  expect(attempt).toThrow(UptimeFault)
  expect(attempt).toThrow(expect.objectContaining({ field, code: 'out-of-range' }))
})

test('plans of heartbeats and rules of groups are refused with their field, too', () => {
  const refused: readonly [MachineSettings, string][] = [
    [{ ...heartbeat, plan: { periodSeconds: 1, graceSeconds: 0 } }, 'periodSeconds'],
    [{ ...heartbeat, plan: { cron: '99 * * * *', timeZone: 'UTC', graceSeconds: 0 } }, 'minute'],
    [{ ...heartbeat, plan: { cron: '9 * * * *', timeZone: 'Nowhere', graceSeconds: 0 } }, 'timeZone'],
    [{ kind: 'GROUP', members: ['a'], rule: 'AT_LEAST', least: 2, flapping: defaultFlapping }, 'least'],
    [{ ...heartbeat, flapping: { ...defaultFlapping, endAt: 6 } }, 'flapping.endAt'],
  ]
  for (const [settings, field] of refused)
    expect(() => requireSettings(settings)).toThrow(expect.objectContaining({ field }))
})
