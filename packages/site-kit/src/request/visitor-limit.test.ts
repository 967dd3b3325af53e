import { expect, test } from 'vitest'
import { createVisitorLimit } from './visitor-limit.ts'

test('visitors of one network share a limit, and others have their own', () => {
  const may = createVisitorLimit({ limit: 2, seconds: 3600 })
  const from = (clientIp: string) => may({ clientIp })
  expect([from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.1')]).toEqual([true, true, false])
  expect(from('192.0.2.2')).toBe(true)
  expect([from('2001:db8::1'), from('2001:db8::2'), from('2001:db8::3')]).toEqual([true, true, false])
})
