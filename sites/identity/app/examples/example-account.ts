import type { Profile, Security } from '@bollard/contracts'

/** Somebody with a password alone, and nothing to be told. */
export const exampleProfile: Profile = {
  id: '01K5Z7QAAA0000000000000002',
  email: 'anna@example.org',
  givenName: 'Anna',
  isAdmin: false,
  emailVerified: true,
  language: 'en',
  timezone: 'Europe/Berlin',
  theme: 'system',
  version: 1,
  createdAt: '2026-09-01T08:30:00.000Z',
  emailChangeTo: null,
  deletionAt: null,
  acceptedTerms: null,
}

export const exampleSecurity: Security = {
  totp: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  passwordChangedAt: '2026-09-01T08:30:00.000Z',
  adminNeedsSecondFactor: false,
  secondFactorFrom: null,
  factorRemoval: null,
  provenUntil: null,
}
