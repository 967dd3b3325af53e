import type { Organization } from '@bollard/contracts'

/** An agency that nobody has verified yet. */
export const exampleOrganization: Organization = {
  id: '01K5Z7QOOO0000000000000001',
  name: 'Muster Agentur',
  kind: 'AGENCY',
  legalName: null,
  website: null,
  contactEmail: 'anna@example.org',
  countryCode: 'DE',
  language: 'de',
  vatId: null,
  registerNumber: null,
  address: { street: '', addressLine2: '', postalCode: '', city: '', region: '' },
  commissionPreference: 'PAYOUT',
  referralCode: 'VHY6C4GXU6',
  verification: { status: 'UNVERIFIED', reason: null, validUntil: null },
  payout: null,
  payoutsFrozenUntil: null,
  memberCount: 2,
  solutionCount: 0,
  secondFactorFrom: null,
  balance: null,
  myRole: 'ADMIN',
  version: 1,
  createdAt: '2026-09-01T08:30:00.000Z',
  updatedAt: '2026-09-01T08:30:00.000Z',
}
