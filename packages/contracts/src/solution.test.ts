import { expect, test } from 'vitest'
import { domainSchema, paidUntil } from './solution.ts'

test.each([
  ['shop.example', 'shop.example'],
  ['  Shop.EXAMPLE ', 'shop.example'],
  ['müller.example', 'müller.example'],
  ['xn--mller-kva.example', 'xn--mller-kva.example'],
  ['a_b.example', 'a_b.example'],
  ['localhost', 'localhost'],
  ['*.Shop.example', '*.shop.example'],
  ['*.müller.example', '*.müller.example'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('%s is a domain', (text, domain) => {
  expect(domainSchema.parse(text)).toBe(domain)
})

test.each([
  '',
  ' ',
  'shop',
  'https://shop.example',
  'shop.example/',
  'shop.example:80',
  'localhost:80',
  'me@shop.example',
  '*shop.example',
  '*.*.example',
  'a.*.example',
  'shop.*',
  '*.localhost',
  '*.192.0.2.1',
  '*.2001:db8::1',
  '*.[2001:db8::1]',
  '*.',
  '*',
  '192.0.2',
  '0x7f.1',
  'shop,example.org',
  `${'a'.repeat(64)}.example`,
  'shop.example?x',
  'shop.example#x',
  'shop..example',
  '.shop.example',
  'shop.example.',
  'sh%6Fp.example',
  'sh op.example',
  '256.1.1.1',
  '[2001:db8::1',
  '::g',
  `${'a'.repeat(250)}.example`,
])('%j is no domain', (text) => {
  expect(domainSchema.safeParse(text).success).toBe(false)
})

test('a cancellation takes hold when the paid period, else the trial, else the month ends, and never in the past', () => {
  const now = new Date('2026-12-20T10:00:00Z')
  const [past, later] = [new Date('2026-12-01T00:00:00Z'), new Date('2026-12-28T00:00:00Z')]
  const month = new Date('2027-01-01T00:00:00Z')
  expect(paidUntil(null, now)).toEqual(now)
  expect(paidUntil({ status: 'ACTIVE', trialEndsAt: null, periodEndsAt: later }, now)).toEqual(later)
  expect(paidUntil({ status: 'ACTIVE', trialEndsAt: null, periodEndsAt: past }, now)).toEqual(now)
  expect(paidUntil({ status: 'TRIALING', trialEndsAt: later }, now)).toEqual(later)
  expect(paidUntil({ status: 'ACTIVE', trialEndsAt: later }, now)).toEqual(month)
  expect(paidUntil({ status: 'ACTIVE', trialEndsAt: null, periodEndsAt: null }, now)).toEqual(month)
})
