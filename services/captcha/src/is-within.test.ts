import { serverSignal } from '@bollard/bot-score'
import { expect, test } from 'vitest'
import { createNetworkPace } from './edge/network-pace.ts'
import { isWithin } from './is-within.ts'

test('what was learned in the future of a clock that was set back is old', () => {
  expect(isWithin(5, undefined, 10)).toBe(false)
  expect([6, 10, 11, 1_000].map((since) => isWithin(5, since, 10))).toEqual([true, true, false, false])
  expect(isWithin(5, 5, 10)).toBe(false)
})

test('a network that was busy before the clock was set back is not busy for as long as that', () => {
  const pace = createNetworkPace()
  for (let count = 0; count < 299; count += 1) expect(pace('192.0.2.0/24', 10_000_000)).toBe(0)
  expect(pace('192.0.2.0/24', 10_000_000)).toBe(serverSignal.busyNetwork)
  expect(pace('192.0.2.0/24', 1_000_000)).toBe(0)
})
