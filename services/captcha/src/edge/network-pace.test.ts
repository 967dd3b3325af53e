import { serverSignal } from '@bollard/bot-score'
import { expect, test } from 'vitest'
import { createPace } from './network-pace.ts'

const times = (n: number, act: () => number) => Array.from({ length: n }, act).at(-1)

test('a network is busy, then flooding, within a minute, and calm in the next', () => {
  const pace = createPace()
  const judge = (now: number) => pace.judge('192.0.2.0/24', 0, now)
  expect(times(299, () => judge(1_000))).toBe(0)
  expect(judge(1_000)).toBe(serverSignal.busyNetwork)
  expect(times(2_700, () => judge(2_000))).toBe(serverSignal.floodingNetwork)
  expect(pace.judge('198.51.100.0/24', 0, 2_000)).toBe(0)
  expect(judge(61_001)).toBe(0)
})

test('an operator that houses servers is busy over all its networks together', () => {
  const pace = createPace()
  let network = 0
  const judge = () => pace.judge(`10.0.${network++ % 250}.0/24`, 64_500, 5)
  expect(times(599, judge)).toBe(0)
  expect(judge()).toBe(serverSignal.busyOperator)
  expect(pace.judge('192.0.2.0/24', 0, 5)).toBe(0)
})

test('a clock that was set back begins a new window', () => {
  const pace = createPace()
  times(400, () => pace.judge('n', 0, 100_000))
  expect(pace.judge('n', 0, 5)).toBe(0)
})
