import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleUser, settingsPage } from '../../examples/example-pages.ts'
import { exampleInvitation, exampleMembers } from '../../examples/example-people.ts'
import * as members from './members.tsx'

type Given = Parameters<typeof layer<typeof members>>[2]
type Settings = Parameters<typeof settingsPage>[0]

const since = '2026-09-01T08:30:00.000Z'
const loaderData: Given['loaderData'] = {
  members: [...exampleMembers],
  invitations: [
    exampleInvitation,
    { ...exampleInvitation, id: '01K5Z7QIII0000000000000002', email: 'gone@example.org', status: 'EXPIRED' },
  ],
  placesMax: 5,
  changed: null,
  isRemoved: false,
  held: null,
  intent: '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11',
}
const typed = { email: 'one.more@example.org', role: 'VIEWER', language: 'en', message: '' } as const
const lock = {
  id: '01K5Z7QLLL0000000000000001',
  reason: 'OWNER_REQUEST',
  effect: 'READ_ONLY',
  publicMessage: {},
  lockedAt: since,
  lockedUntil: null,
} as const

const states: [string, Partial<Settings>, Omit<Given, 'loaderData'> & { loaderData?: Given['loaderData'] }][] = [
  ['with open invitations', {}, {}],
  ['without an invitation', {}, { loaderData: { ...loaderData, invitations: [] } }],
  ['after an invitation was sent', {}, { actionData: { did: 'invite', problem: null, email: typed.email } }],
  [
    'when all places of the plan are taken',
    {},
    {
      actionData: {
        did: 'invite',
        problem: exampleProblem('quota-exceeded'),
        typed,
        intent: loaderData.intent,
      },
    },
  ],
  ['for a viewer', { solution: { myRole: 'VIEWER' } }, { loaderData: { ...loaderData, invitations: null } }],
  ['while it is locked', { solution: { locks: [lock] } }, {}],
  ['of somebody whose mails come back', { user: { ...exampleUser, mailsReturn: true } }, {}],
  ['before a second factor is due', { solution: { secondFactorFrom: '2099-01-01T00:00:00.000Z' } }, {}],
  [
    'when a second factor is due',
    { solution: { secondFactorFrom: since }, knows: { madeAt: Date.parse('2026-11-19T10:00:00.000Z') } },
    {},
  ],
]

test.for(states)('the members %s are clean', async ([, around, given]) => {
  const state = settingsPage({
    at: '/members',
    ...around,
    page: layer('settings/members/members', members, { path: 'members', loaderData, ...given }),
    heading: (t) => t(($) => $.settings.pages.members),
    has: (page) => expect(page.querySelector('tbody')?.rows.length).toBe(exampleMembers.length),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
