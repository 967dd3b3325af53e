import { expect, test } from 'vitest'
import { afterMeans } from './after-means.ts'

const [solution, address] = ['019f0000-0000-7000-8000-000000000001', '019f0000-0000-7000-8000-000000000002']
const after = (search: string, kind: 'address' | 'method' = 'address') =>
  afterMeans(new URLSearchParams(search), kind, address)

test('a new address leads back to whoever asked for it, chosen there', () => {
  expect(after('')).toBe('/billing?done=addressSaved')
  expect(after(`solution=${solution}`)).toBe(`/solutions/${solution}/settings/billing/payment?address=${address}`)
  expect(after(`solution=${solution}&plan=STARTER&interval=YEARLY`)).toBe(
    `/solutions/${solution}/settings/billing/plan?plan=STARTER&interval=YEARLY&address=${address}#review`,
  )
})

test('so does a new payment method, whatever the provider added to the way back', () => {
  expect(after('setup_intent=seti_1&redirect_status=succeeded', 'method')).toBe('/billing?done=methodAdded')
  expect(after(`solution=${solution}&plan=PRO&interval=MONTHLY&setup_intent=seti_1`, 'method')).toBe(
    `/solutions/${solution}/settings/billing/plan?plan=PRO&interval=MONTHLY&method=${address}#review`,
  )
})

test('an address of a page that somebody made up leads nowhere else', () => {
  expect(after('solution=//evil.example')).toBe('/billing?done=addressSaved')
  expect(after(`solution=${solution}&plan=../../evil`)).toBe(
    `/solutions/${solution}/settings/billing/payment?address=${address}`,
  )
  expect(after(`solution=${solution}&plan=PRO&interval=https://evil.example`)).toContain('interval=MONTHLY')
})
