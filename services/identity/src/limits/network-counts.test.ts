import { expect, test } from 'vitest'
import { createNetworkCounts } from './network-counts.ts'
import { networksOf } from './networks.ts'

const limits = {
  signInPerSite: { limit: 2, seconds: 60 },
  signInPerProvider: { limit: 4, seconds: 60 },
  signInOfAll: { limit: 6, seconds: 60 },
}

function startCounting() {
  const clock = { ms: 0 }
  const counts = createNetworkCounts({ limits, now: () => new Date(clock.ms) })
  return { clock, count: (ip: string) => counts.count(ip), isAbove: (ip: string) => counts.count(ip).isAbove }
}

test('an address belongs to an operator, a site and a household', () => {
  expect(networksOf('2001:db8:7:ab:1:2:3:4')).toEqual(['2001:db8::/32', '2001:db8:7::/48', '2001:db8:7:ab::/64'])
  expect(networksOf('2001:DB8::1')).toEqual(['2001:db8::/32', '2001:db8:0::/48', '2001:db8:0:0::/64'])
  expect(networksOf('203.0.113.9')).toEqual(['203.0.0.0/16', '203.0.113.0/24', '203.0.113.9'])
})

test('a site, an operator and everybody have limits of their own, which end by themselves', () => {
  const { clock, isAbove } = startCounting()
  expect(['1', '2', '3'].map((part) => isAbove(`2001:db8:7:${part}::1`))).toEqual([false, false, true])
  expect(['8', '9'].map((part) => isAbove(`2001:db8:${part}::1`))).toEqual([false, true])
  expect(['1', '2'].map((part) => isAbove(`10.${part}.0.1`))).toEqual([false, true])
  clock.ms = 60_000
  expect(isAbove('2001:db8:7:1::1')).toBe(false)
})

test('what is given back does not count, and not into the time that follows', () => {
  const { clock, count, isAbove } = startCounting()
  for (let index = 0; index < 9; index += 1) count('10.0.0.1').giveBack()
  const late = count('10.0.0.1')
  clock.ms = 60_000
  expect([isAbove('10.0.0.1'), isAbove('10.0.0.1')]).toEqual([false, false])
  late.giveBack()
  expect(isAbove('10.0.0.1')).toBe(true)
})

test('a flood of networks is counted in bounded memory and leaves the count of all', () => {
  const { isAbove } = startCounting()
  for (let index = 0; index < 25_000; index += 1)
    isAbove(`2a00:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::1`)
  expect(isAbove('203.0.113.1')).toBe(true)
})
