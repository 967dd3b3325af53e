import { performanceEventsMax } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { createMonitor, monitoring } from './monitor.ts'
import { createShiftSum } from './watch-page.ts'

function startMonitor() {
  const clock = { now: 0 }
  const due: { at: number; work: () => void }[] = []
  const sent: { at: number; events: readonly { metric: string; value: number }[] }[] = []
  const monitor = createMonitor({
    now: () => clock.now,
    later: (work, milliseconds) => void due.push({ at: clock.now + milliseconds, work }),
    send: (events) => void sent.push({ at: clock.now, events }),
  })
  function pass(milliseconds: number): void {
    const until = clock.now + milliseconds
    for (let next = due.findIndex(({ at }) => at <= until); next >= 0; next = due.findIndex(({ at }) => at <= until)) {
      const [one] = due.splice(next, 1)
      clock.now = one?.at ?? until
      one?.work()
    }
    clock.now = until
  }
  return { monitor, sent, pass }
}

test('the agent keeps to the numbers of the specification, and to what a call takes', () => {
  expect(monitoring).toEqual({ eventsPerMinute: 80, flushMs: 500, transactionReuseMs: 5_000, sampleRate: 1 })
  expect(monitoring.eventsPerMinute).toBe(performanceEventsMax)
})

test('events leave together half a second after the first', () => {
  const { monitor, sent, pass } = startMonitor()
  monitor.add('TTFB', 12.4)
  pass(300)
  monitor.add('LOAD', 300.6)
  pass(199)
  expect(sent).toEqual([])
  pass(1)
  expect(sent).toEqual([
    {
      at: 500,
      events: [
        { metric: 'TTFB', value: 12 },
        { metric: 'LOAD', value: 301 },
      ],
    },
  ])
  pass(10_000)
  expect(sent).toHaveLength(1)
})

test('80 events leave in a minute, and more in the next', () => {
  const { monitor, sent, pass } = startMonitor()
  const count = () => sent.reduce((sum, { events }) => sum + events.length, 0)
  for (let round = 0; round < 100; round += 1) monitor.add('INP', round)
  pass(59_999)
  monitor.add('INP', 1)
  monitor.end()
  expect(count()).toBe(80)
  pass(1)
  monitor.add('INP', 1)
  monitor.end()
  expect(count()).toBe(81)
})

test('interactions within five seconds are one transaction, which counts by its slowest', () => {
  const { monitor, sent, pass } = startMonitor()
  monitor.interaction(60)
  pass(4_999)
  monitor.interaction(90)
  monitor.interaction(50)
  pass(1)
  monitor.interaction(70)
  monitor.end()
  expect(sent.flatMap(({ events }) => events)).toEqual([
    { metric: 'INTERACTION', value: 90 },
    { metric: 'INTERACTION', value: 70 },
  ])
  monitor.end()
  expect(sent).toHaveLength(1)
})

test('shifts add up until a second passes without one, for five seconds at most', () => {
  const { add, most } = createShiftSum()
  add(0, 0.1)
  add(900, 0.1)
  add(1_900, 0.05)
  expect(most()).toBeCloseTo(0.2)
  for (let time = 10_000; time < 16_000; time += 500) add(time, 0.1)
  expect(most()).toBeCloseTo(1)
})
