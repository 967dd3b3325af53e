import type { InvitationPreview } from '@bollard/contracts'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as invitation from './invitation.tsx'

type Given = Parameters<typeof layer<typeof invitation>>[2]
const preview: InvitationPreview = {
  to: { kind: 'SOLUTION', name: 'Kiosk by the pier' },
  role: 'VIEWER',
  status: 'PENDING',
  inviterName: 'Ada',
  message: 'Please have a look.',
  maskedEmail: 'c…@example.org',
  expiresAt: '2026-12-01T08:30:00.000Z',
}
const loaderData: Given['loaderData'] = {
  here: 'http://localhost:8081/en/invitation',
  invitation: preview,
  isUnknown: false,
  user: { email: 'cem@example.org', timezone: 'Europe/Berlin' },
}
const states: [string, Given][] = [
  ['to somebody who is signed in', { loaderData }],
  ['to somebody who is not', { loaderData: { ...loaderData, user: null } }],
  [
    'to a plan without room for another member',
    { loaderData, actionData: { state: 'refused', problem: exampleProblem('quota-exceeded') } },
  ],
  ['to another account', { loaderData, actionData: { state: 'refused', problem: exampleProblem('wrong-account') } }],
]

test.for(states)('an invitation %s is clean', async ([, given]) => {
  const state = formPage({
    at: '/invitation',
    page: layer('routes/invitation', invitation, { path: ':language/invitation', ...given }),
    heading: (t) => t(($) => $.invitation.invites.SOLUTION, { inviter: 'Ada', name: 'Kiosk by the pier' }),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
