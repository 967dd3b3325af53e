import { expect, test } from 'vitest'
import { missingForPayout } from './missing-for-payout.ts'

const now = Date.parse('2026-03-01T00:00:00Z')
const address = { street: 'Musterstraße 1', addressLine2: '', postalCode: '10115', city: 'Berlin', region: '' }
const complete = {
  kind: 'AGENCY' as const,
  legalName: 'Muster GmbH',
  address,
  vatId: 'DE123456789',
  registerNumber: null,
  payout: { method: 'SEPA' as const, accountHolder: 'Muster GmbH', iban: 'DE•• •••• 3000', bic: null },
  payoutsFrozenUntil: null,
  myRole: 'ADMIN' as const,
  verification: { status: 'VERIFIED' as const, reason: null, validUntil: '2027-03-01T00:00:00Z' },
}
const status = (value: 'UNVERIFIED' | 'PENDING' | 'REJECTED' | 'EXPIRED' | 'REVOKED') => ({
  status: value,
  reason: null,
  validUntil: null,
})

test('an organization with everything misses nothing', () => {
  expect(missingForPayout(complete, now)).toEqual([])
})

test('a new organization misses everything, the verification last', () => {
  const fresh = {
    ...complete,
    legalName: null,
    address: { ...address, city: '' },
    vatId: null,
    payout: null,
    verification: status('UNVERIFIED'),
  }
  expect(missingForPayout(fresh, now)).toEqual(['legalName', 'address', 'taxId', 'payoutAccount', 'verification'])
})

test('a number in a register stands in for a VAT id', () => {
  expect(missingForPayout({ ...complete, vatId: null, registerNumber: 'HRB 1' }, now)).toEqual([])
})

test('members who are not told of the account hear nothing of it', () => {
  for (const myRole of ['VIEWER', 'MEMBER'] as const)
    expect(missingForPayout({ ...complete, payout: null, myRole }, now)).toEqual([])
})

test('kinds that earn no commissions need neither address nor account', () => {
  for (const kind of ['RESELLER', 'COMPANY'] as const) {
    const bare = {
      ...complete,
      kind,
      address: { ...address, street: '' },
      vatId: null,
      payout: null,
      payoutsFrozenUntil: '2026-03-05T00:00:00Z',
    }
    expect(missingForPayout({ ...bare, verification: status('UNVERIFIED') }, now)).toEqual(['verification'])
  }
})

test('a verification that was asked for waits, and one that ended is asked for again', () => {
  expect(missingForPayout({ ...complete, verification: status('PENDING') }, now)).toEqual(['waiting'])
  for (const ended of ['REJECTED', 'EXPIRED', 'REVOKED'] as const)
    expect(missingForPayout({ ...complete, verification: status(ended) }, now)).toEqual(['verification'])
})

test('payouts are frozen until the moment that is named', () => {
  expect(missingForPayout({ ...complete, payoutsFrozenUntil: '2026-03-01T00:00:01Z' }, now)).toEqual(['frozen'])
  expect(missingForPayout({ ...complete, payoutsFrozenUntil: '2026-03-01T00:00:00Z' }, now)).toEqual([])
})
