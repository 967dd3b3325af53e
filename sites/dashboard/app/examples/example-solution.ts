import type { Site, Solution } from '@bollard/contracts'

/** A captcha as the API tells of it: in use for two months, with nothing wrong. */
export const exampleSolution: Solution = {
  id: '01K5Z7QAAA0000000000000001',
  label: 'Anmeldung zum Rundbrief',
  item: { type: 'CAPTCHA' },
  managementOrganization: null,
  members: [{ userId: '01K5Z7QAAA0000000000000002', role: 'ADMIN' }],
  myRole: 'ADMIN',
  timezone: 'Europe/Berlin',
  language: 'de',
  notificationEmails: [],
  lifecycle: 'ACTIVE',
  endsAt: null,
  deletionAt: null,
  secondFactorFrom: null,
  billing: null,
  planCode: null,
  usage: null,
  locks: [],
  version: 1,
  createdAt: '2026-09-01T08:30:00.000Z',
  updatedAt: '2026-09-01T08:30:00.000Z',
}

export const exampleSite: Site = {
  solutionId: exampleSolution.id,
  siteKey: 'site_3f9JmQ2xVb7TtLk8Ws1Yd0',
  secretKey: {
    id: '01a2b3c4-0000-7000-8000-0000000000a1',
    prefix: 'secret_',
    last4: 'k7Qx',
    createdAt: '2026-09-01T08:30:00.000Z',
  },
  domains: ['localhost', '*.shop.example.org', 'anmeldung.rundbrief.example.org'],
  firstVerificationAt: '2026-09-01T09:00:00.000Z',
  firstFetchedAt: '2026-09-01T09:00:04.000Z',
  underAttack: { active: false, by: null, since: null, bits: 0 },
}

/** Before the first visitor. */
export const unusedSite: Site = { ...exampleSite, firstVerificationAt: null, firstFetchedAt: null }
