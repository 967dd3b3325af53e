import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { organizationPage } from '../../examples/example-pages.ts'
import { exampleInvitation, exampleMembers } from '../../examples/example-people.ts'
import * as member from './member.tsx'
import * as members from './members.tsx'

type Given = Parameters<typeof layer<typeof members>>[2]['loaderData']
const [ada, grace] = exampleMembers
const loaderData: Given = {
  members: [...exampleMembers],
  invitations: [exampleInvitation],
  changed: null,
  isRemoved: false,
  held: null,
  intent: '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11',
}

test.for(['ADMIN', 'VIEWER'] as const)(
  'the people of an organization are clean for one of them: %s',
  async (myRole) => {
    const isAdmin = myRole === 'ADMIN'
    const state = organizationPage({
      at: '/settings/members',
      organization: { myRole },
      page: layer('organization/members/members', members, {
        path: 'settings/members',
        loaderData: isAdmin ? loaderData : { ...loaderData, invitations: null },
      }),
      heading: (t) => `${t(($) => $.organizations.tabs.settings)}: ${t(($) => $.organizations.sections.members)}`,
      has(page, { t }) {
        expect(page.querySelector('tbody')?.rows.length).toBe(2)
        expect(page.textContent?.includes(t(($) => $.settings.invite.send))).toBe(isAdmin)
        expect(page.textContent?.includes(t(($) => $.organizations.members.roles.MEMBER))).toBe(isAdmin)
        expect(page.querySelectorAll(`a[href$="/settings/members/${grace.userId}"]`).length).toBe(isAdmin ? 1 : 0)
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)

const whole = { isLastAdmin: false, isAlone: false, admins: ['Ada'], chosen: null }
const states = [
  ['another one', { ...whole, member: grace }, undefined],
  ['the only admin', { ...whole, member: ada, isLastAdmin: true }, undefined],
  [
    'one whose removal is refused',
    { ...whole, member: grace },
    { isRemoval: true, role: null, problem: { ...exampleProblem('last-admin') } },
  ],
] as const

test.for(states)('the page of a member of an organization is clean: %s', async ([, given, actionData]) => {
  const state = organizationPage({
    at: `/settings/members/${given.member.userId}`,
    page: layer('organization/members/member', member, {
      path: 'settings/members/:userId',
      loaderData: { ...given, admins: [...given.admins] },
      ...(actionData ? { actionData } : {}),
    }),
    heading: (t) => `${t(($) => $.organizations.tabs.settings)}: ${given.member.givenName}`,
    has(page, { t }) {
      expect(page.textContent?.includes(t(($) => $.settings.member.roleTitle))).toBe(!given.isLastAdmin)
      expect(page.textContent?.includes(t(($) => $.organizations.members.removeSubmit))).toBe(!given.isLastAdmin)
      if (given.isLastAdmin || actionData)
        expect(page.textContent).toContain(t(($) => $.organizations.problems['last-admin']))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
