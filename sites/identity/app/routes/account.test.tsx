import type { Profile, Security } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleProfile, exampleSecurity } from '../examples/example-account.ts'
import { accountPage } from '../examples/example-pages.ts'
import * as account from './account.tsx'

const states: [string, Partial<Profile>, Partial<Security>, boolean][] = [
  ['with nothing to be told', {}, {}, false],
  ['whose mails come back', {}, {}, true],
  ['that needs a second factor one day', {}, { secondFactorFrom: '2099-01-01T00:00:00.000Z' }, false],
  ['that needs a second factor now', {}, { secondFactorFrom: '2026-01-01T00:00:00.000Z' }, false],
  ['of an administrator without a second factor', {}, { adminNeedsSecondFactor: true }, false],
  [
    'that will be deleted, with a new address and factors that will be removed',
    { deletionAt: '2026-12-01T00:00:00.000Z', emailChangeTo: 'next@example.org' },
    { factorRemoval: { state: 'WAITING', at: '2026-12-01T00:00:00.000Z' } },
    false,
  ],
]

test.for(states)('the account %s is clean', async ([, profile, security, mailsReturn]) => {
  const state = accountPage({
    at: '/account',
    mailsReturn,
    page: layer('routes/account', account, {
      path: ':language/account',
      loaderData: { profile: { ...exampleProfile, ...profile }, security: { ...exampleSecurity, ...security } },
    }),
    heading: (t) => t(($) => $.account.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
