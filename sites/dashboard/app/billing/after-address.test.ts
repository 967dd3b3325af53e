import { expect, test } from 'vitest'
import { afterAddress } from './after-address.ts'

const [solution, address] = ['019f0000-0000-7000-8000-000000000001', '019f0000-0000-7000-8000-000000000002']
const after = (search: string) => afterAddress(new URLSearchParams(search), address)

test('a new address leads back to whoever asked for it, chosen there', () => {
  expect(after('')).toBe('/billing?done=addressSaved')
  expect(after(`solution=${solution}`)).toBe(`/solutions/${solution}/settings/billing/payment?address=${address}`)
  expect(after(`solution=${solution}&plan=STARTER&interval=YEARLY`)).toBe(
    `/solutions/${solution}/settings/billing/plan?plan=STARTER&interval=YEARLY&address=${address}#review`,
  )
})

test('an address of a page that somebody made up leads nowhere else', () => {
  expect(after('solution=//evil.example')).toBe('/billing?done=addressSaved')
  expect(after(`solution=${solution}&plan=../../evil`)).toBe(`/solutions/${solution}/settings/billing/payment?address=${address}`)
  expect(after(`solution=${solution}&plan=PRO&interval=https://evil.example`)).toContain('interval=MONTHLY')
})
