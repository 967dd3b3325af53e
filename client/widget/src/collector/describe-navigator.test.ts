import { expect, test } from 'vitest'
import { contradicts, describeNavigator } from './describe-navigator.ts'

const honest = describeNavigator({
  userAgent: 'Firefox',
  platform: 'Linux x86_64',
  language: 'de',
  hardwareConcurrency: 8,
})

test('two realms of one browser agree', () => {
  expect(contradicts(honest, { ...honest })).toBe(false)
})

test.for([
  { userAgent: 'Chrome' },
  { platform: 'Win32' },
  { language: 'en' },
  { cores: 4 },
  { timeZone: 'Asia/Tokyo' },
])('%o in a worker contradicts the page', (other) => {
  expect(contradicts(honest, { ...honest, ...other })).toBe(true)
})

test('an iPad that asks for desktop sites does not contradict itself', () => {
  expect(contradicts({ ...honest, platform: 'MacIntel' }, { ...honest, platform: 'iPad' })).toBe(false)
})
