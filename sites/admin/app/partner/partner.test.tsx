import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import { exampleOrganization, exampleRun, ids } from '../examples/example-things.ts'
import * as organizationPage from '../organizations/organization.tsx'
import * as organizations from '../organizations/organizations.tsx'
import * as partner from './partner.tsx'

test.for([true, false])(
  'payout runs are clean, with the change mode and one to approve, or without either: %s',
  async (isFull) => {
    const state = adminPage({
      mayChange: isFull,
      at: '/partner',
      page: layer('partner/partner', partner, {
        path: 'partner',
        loaderData: { items: isFull ? [exampleRun] : [], names: {}, nextCursor: null, isFirstPage: true },
      }),
      heading: (t) => t(($) => $.partner.title),
      has: (page, { t }) =>
        expect(page.textContent).toContain(t(($) => (isFull ? $.partner.approve : $.partner.empty))),
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)

test('the queue of organizations is clean', async () => {
  const state = adminPage({
    at: '/organizations?state=PENDING',
    page: layer('organizations/organizations', organizations, {
      path: 'organizations',
      loaderData: { items: [exampleOrganization], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.organizations.title),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([true, false])('an organization is decided on in change mode alone: %s', async (mayChange) => {
  const state = adminPage({
    mayChange,
    at: `/organizations/${ids.organization}`,
    page: layer('organizations/organization', organizationPage, {
      path: 'organizations/:organizationId',
      loaderData: {
        organization: exampleOrganization,
        evidence: [],
        members: [],
        payouts: exampleRun.payouts,
        commissions: { items: [], nextCursor: null },
        isFirstPage: true,
      },
    }),
    heading: () => exampleOrganization.name,
    has: (page) => expect(page.querySelectorAll('main input[name="intent"]')).toHaveLength(mayChange ? 1 : 0),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
