import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { dashboardPage, exampleUser, newcomer } from '../examples/example-pages.ts'
import { exampleSite, exampleSolution, unusedSite } from '../examples/example-solution.ts'
import { emptyStatistics, exampleStatistics } from '../examples/example-statistics.ts'
import * as dashboard from './dashboard.tsx'

type Given = Parameters<typeof layer<typeof dashboard>>[2]['loaderData']
const home = (loaderData: Omit<Given, 'name' | 'needsFactor' | 'invitations'> & Partial<Given>) =>
  layer('home/dashboard', dashboard, {
    path: ':language/dashboard',
    loaderData: { name: 'Anna', needsFactor: false, invitations: [], ...loaderData },
  })
const card = (id: string, figures: Given['cards'][number]['figures']) => ({
  solution: { ...exampleSolution, id },
  standing: null,
  figures,
  requests: null,
})

test('the dashboard shows a card for each captcha, used, unused or without figures, and is clean', async () => {
  const bundle = card('01K5Z7QAAA0000000000000006', { statistics: exampleStatistics, site: exampleSite })
  const state = dashboardPage({
    at: '/dashboard',
    page: home({
      hasMore: true,
      cards: [
        card('01K5Z7QAAA0000000000000001', { statistics: exampleStatistics, site: exampleSite }),
        card('01K5Z7QAAA0000000000000003', { statistics: emptyStatistics, site: unusedSite }),
        card('01K5Z7QAAA0000000000000004', null),
        {
          ...bundle,
          solution: { ...bundle.solution, item: { type: 'BUNDLE_SECURITY' } },
          requests: { seen: 0, stopped: 0 },
        },
      ],
    }),
    heading: (t) => t(($) => $.dashboard.greeting, { name: 'Anna' }),
    has(page) {
      expect(page.querySelectorAll('main ul > li.min-w-0').length).toBe(4)
      // Page protection that has seen nothing leads to where it is connected.
      expect(page.querySelector('main a[href$="/protection/start"]')).not.toBeNull()
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a card of monitoring says nothing of figures, which it has none of', async () => {
  const monitoring = card('01K5Z7QAAA0000000000000005', null)
  const state = dashboardPage({
    at: '/dashboard',
    page: home({
      hasMore: false,
      cards: [{ ...monitoring, solution: { ...monitoring.solution, item: { type: 'MONITORING' } } }],
    }),
    heading: (t) => t(($) => $.dashboard.greeting, { name: 'Anna' }),
    has(page, { t }) {
      expect(page.textContent).not.toContain(t(($) => $.dashboard.figuresMissing))
      expect(page.querySelector('main li.min-w-0 a')?.getAttribute('href')).toMatch(/\/monitoring\/overview$/u)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the dashboard of somebody without a captcha is clean, on the first visit and later', async () => {
  for (const at of ['/dashboard', '/dashboard?firstsignin=1']) {
    const state = dashboardPage({
      at,
      user: newcomer,
      page: home({ hasMore: false, cards: [] }),
      heading: (t) => t(($) => $.dashboard.greeting, { name: 'Anna' }),
    })
    expect(await faultsOfPage(state), at).toEqual([])
  }
})

test('that mails come back is said above a page that stays clean', async () => {
  const state = dashboardPage({
    at: '/dashboard',
    user: { ...exampleUser, mailsReturn: true },
    page: home({ hasMore: false, cards: [] }),
    heading: (t) => t(($) => $.dashboard.greeting, { name: 'Anna' }),
    has: (page) => expect(page.textContent).toContain('anna@example.org'),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('an administrator without a second factor is led to one', async () => {
  const state = dashboardPage({
    at: '/dashboard',
    page: home({ hasMore: false, cards: [], needsFactor: true }),
    heading: (t) => t(($) => $.dashboard.greeting, { name: 'Anna' }),
    has(page, { t }) {
      const notice = [...page.querySelectorAll('[data-slot="alert"]')].find(({ textContent }) =>
        textContent?.includes(t(($) => $.dashboard.admin.title)),
      )
      expect(notice?.querySelector('a')?.href).toContain('/account/security?returnTo=')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('invitations that wait can be answered from the dashboard', async () => {
  const invitation = {
    id: '01K5Z7QAAA0000000000000009',
    to: { kind: 'SOLUTION', id: '01K5Z7QAAA0000000000000001', name: 'Kundenzufriedenheitsumfragenformular' },
    role: 'ADMIN',
    status: 'PENDING',
    inviterName: null,
    message: 'Please have a look\nbefore Friday.',
    expiresAt: '2026-12-01T08:30:00.000Z',
  } as const
  const organization = { ...invitation, id: '01K5Z7QAAA0000000000000010', message: '', inviterName: 'Ben' }
  const state = dashboardPage({
    at: '/dashboard',
    user: newcomer,
    page: home({
      hasMore: false,
      cards: [],
      invitations: [invitation, { ...organization, to: { ...invitation.to, kind: 'ORGANIZATION' } }],
    }),
    heading: (t) => t(($) => $.dashboard.greeting, { name: 'Anna' }),
    has: (page) => {
      const ids = [...page.querySelectorAll<HTMLInputElement>('input[name=invitationId]')].map(({ value }) => value)
      expect(ids).toEqual([invitation.id, organization.id])
      expect(page.querySelectorAll('button[name=intent]').length).toBe(4)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('notices that were put aside are not shown again', async () => {
  const state = dashboardPage({
    at: '/dashboard',
    user: { ...exampleUser, mailsReturn: true, putAside: ['admin', 'mails'] },
    page: home({ hasMore: false, cards: [], needsFactor: true }),
    heading: (t) => t(($) => $.dashboard.greeting, { name: 'Anna' }),
    has(page, { t }) {
      expect(page.textContent).not.toContain(t(($) => $.dashboard.admin.title))
      expect(page.textContent).not.toContain(t(($) => $.account.mailsReturn.text))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
