import { serverSignal } from '@bollard/bot-score'
import { expect, test } from 'vitest'
import { createMisuse } from './misuse.ts'

const minute = 60_000

test('eight misused answers make a network suspicious for a while, and only that network', () => {
  const misuse = createMisuse()
  for (let n = 0; n < 7; n++) misuse.add('a', 1_000)
  expect(misuse.judge('a', 1_000)).toBe(0)
  misuse.add('a', 4 * minute)
  expect(misuse.judge('a', 4 * minute)).toBe(serverSignal.misusedChallenges)
  expect(misuse.judge('a', 7 * minute)).toBe(serverSignal.misusedChallenges)
  expect(misuse.judge('b', 4 * minute)).toBe(0)
  expect(misuse.judge('a', 15 * minute)).toBe(0)
})

test('forged answers alone, which cost nothing, make nobody in their network pay', () => {
  const misuse = createMisuse()
  for (let n = 0; n < 20_000; n++) misuse.add('a', 1_000 + n * 10, 'forged')
  expect(misuse.judge('a', 3 * minute)).toBe(0)
  // They weigh half of what it takes; the other half has to be answers to challenges of ours.
  for (let n = 0; n < 3; n++) misuse.add('a', 3 * minute)
  expect(misuse.judge('a', 3 * minute)).toBe(0)
  misuse.add('a', 3 * minute)
  expect(misuse.judge('a', 3 * minute)).toBe(serverSignal.misusedChallenges)
})

test('a flood of networks takes no memory beyond the bound', () => {
  const misuse = createMisuse()
  for (let n = 0; n < 30_000; n++) misuse.add(`network ${n}`, 1)
  for (let n = 0; n < 8; n++) misuse.add('network 29999', 1)
  expect(misuse.judge('network 29999', 1)).toBe(0)
})
