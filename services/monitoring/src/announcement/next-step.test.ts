import type { Maintenance } from '@bollard/uptime'
import { expect, test } from 'vitest'
import { nextStep, type ShownWindow, type Told } from './next-step.ts'

const [hour, day] = [3_600_000, 86_400_000]
const start = Date.UTC(2026, 2, 20, 22)
const once: Maintenance = { timeZone: 'Etc/UTC', day: '2026-03-20', time: '22:00', minutes: 60, recurrence: null }
const weekly: Maintenance = {
  ...once,
  recurrence: { every: 'WEEK', weekdays: [5], interval: 1, lastDay: null, count: null },
}
const windowOf = (maintenance: Maintenance, more: Partial<ShownWindow> = {}): ShownWindow => ({
  version: 1,
  title: 'New disks',
  maintenance,
  componentIds: ['shop'],
  ...more,
})

/** What is told while time passes; each turn repeats until nothing is due, as the worker does it. */
function play(turns: readonly (readonly [at: number, window: ShownWindow | null])[], known: Told | null = null) {
  let told = known
  const heard: string[] = []
  for (const [at, window] of turns)
    for (let round = 0; round < 5; round += 1) {
      const step = nextStep(told, window, at)
      told = step.told
      if (step.notice !== null) heard.push(`${step.notice.event} ${(step.notice.time.from - start) / hour}`)
    }
  return { heard, told }
}
const every = (window: ShownWindow, ...at: number[]) => at.map((one) => [one, window] as const)

test('one window is announced thirty days ahead, reminded of an hour before, and its start and end are told once each', () => {
  const window = windowOf(once)
  const { heard, told } = play(
    every(
      window,
      start - 40 * day,
      start - 30 * day,
      start - 30 * day,
      start - hour,
      start - hour + 1,
      start,
      start + hour,
    ),
  )
  expect(heard).toEqual(['ANNOUNCED 0', 'REMINDER 0', 'STARTED 0', 'ENDED 0'])
  expect(told).toMatchObject({ stage: 'ENDED', nextAt: null })
})

test('what is planned at short notice is not reminded of, what runs at once has only started, and what is over is not told', () => {
  const window = windowOf(once)
  expect(play(every(window, start - 1.5 * hour, start - hour, start)).heard).toEqual(['ANNOUNCED 0', 'STARTED 0'])
  expect(play(every(window, start + 1, start + 2)).heard).toEqual(['STARTED 0'])
  expect(play(every(window, start + 2 * hour)).heard).toEqual([])
  // The worker was away meanwhile.
  expect(play(every(window, start - day, start + 10 * day)).heard).toEqual(['ANNOUNCED 0'])
})

test('another time and other components are told, and another title is not', () => {
  const window = windowOf(once)
  const later = windowOf({ ...once, day: '2026-03-21' }, { version: 2 })
  const renamed = windowOf(once, { version: 2, title: 'Newer disks' })
  const wider = windowOf(once, { version: 2, componentIds: ['shop', 'mail'] })
  const [before, after] = [start - 5 * day, start - 4 * day]
  const told = (next: ShownWindow) => play([[before, window], ...every(next, after, after + 1)])
  expect(told(later).heard).toEqual(['ANNOUNCED 0', 'CHANGED 24'])
  expect(told(renamed)).toMatchObject({ heard: ['ANNOUNCED 0'], told: { title: 'Newer disks' } })
  expect(told(wider).heard).toEqual(['ANNOUNCED 0', 'CHANGED 0'])
  const narrower = nextStep(told(wider).told, windowOf(once, { version: 3, componentIds: ['mail'] }), after)
  expect(narrower.notice?.componentIds).toEqual(['shop', 'mail'])
  // The page was edited, not the window.
  expect(told({ ...wider, version: 1 }).heard).toEqual(['ANNOUNCED 0'])
  const longer = windowOf({ ...once, minutes: 120 }, { version: 2 })
  const running = play([
    ...every(window, start - day, start),
    ...every(longer, start + 1, start + hour, start + 2 * hour),
  ])
  expect(running.heard).toEqual(['ANNOUNCED 0', 'STARTED 0', 'CHANGED 0', 'ENDED 0'])
})

test('a deleted window is cancelled, or ended where it runs; one that nobody heard of, or that is over, is forgotten in silence', () => {
  const window = windowOf(once)
  const deleted = (...at: number[]) => play([...every(window, ...at), [(at.at(-1) ?? 0) + 1, null]])
  expect(deleted(start - day)).toEqual({ heard: ['ANNOUNCED 0', 'CANCELLED 0'], told: null })
  expect(deleted(start - day, start).heard.at(-1)).toBe('ENDED 0')
  expect(deleted(start - 40 * day).heard).toEqual([])
  expect(deleted(start - day, start, start + hour).heard).toEqual(['ANNOUNCED 0', 'STARTED 0', 'ENDED 0'])
  expect(
    play([
      [start - day, window],
      [start - hour, windowOf(once, { componentIds: [] })],
    ]).heard,
  ).toEqual(['ANNOUNCED 0'])
  const elsewhere = windowOf(once, { componentIds: [], version: 2 })
  expect(
    play([
      [start - day, window],
      [start - hour, elsewhere],
    ]).heard,
  ).toEqual(['ANNOUNCED 0', 'CANCELLED 0'])
  const past = windowOf({ ...once, day: '2026-03-01' }, { version: 2 })
  expect(play([[start - day, window], ...every(past, start - hour)]).heard).toEqual(['ANNOUNCED 0', 'CANCELLED 0'])
})

test('a series is announced once and reminded of each time; one of many times a week only announced', () => {
  const window = windowOf(weekly)
  const week = 7 * day
  const turns = every(window, start - 10 * day, start - hour, start, start + hour, start + week - hour, start + week)
  expect(play(turns).heard).toEqual(['ANNOUNCED 0', 'REMINDER 0', 'REMINDER 168'])
  const daily = windowOf({
    ...once,
    recurrence: { every: 'DAY', interval: 1, lastDay: null, count: null },
  })
  const days = Array.from({ length: 60 }, (_, index) => start - 5 * day + (index * day) / 2 - hour)
  expect(play(every(daily, ...days)).heard).toEqual(['ANNOUNCED 0'])
  expect(play([...turns.slice(0, 1), [start - day, null]]).heard).toEqual(['ANNOUNCED 0', 'CANCELLED 0'])
})
