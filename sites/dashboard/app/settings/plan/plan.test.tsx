import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { exampleOffers, examplePlan } from '../../examples/example-billing.ts'
import { exampleUser, settingsPage } from '../../examples/example-pages.ts'
import * as plan from './plan.tsx'

const loaderData = {
  plan: examplePlan,
  offers: exampleOffers,
  interval: 'MONTHLY',
  intent: '7d1f3f2a-6f0e-4a3e-9d61-2f4b6f0f7a11',
  review: null,
  means: null,
} as const

test.for([
  ['an operator who can be written to', 'billing@operator.example'],
  ['an operator without an address', null],
] as const)('the plans of %s are clean: the present one is marked, a contract can be asked for', async ([, email]) => {
  const state = settingsPage({
    at: '/billing/plan',
    knows: { operatorEmail: email },
    page: layer('settings/plan/plan', plan, {
      path: 'billing/plan',
      loaderData: { ...loaderData, offers: exampleOffers },
    }),
    heading: (t) => t(($) => $.billing.choose.title),
    has(shown, { t }) {
      const cards = [...shown.querySelectorAll('main ul > li.rounded-lg')].map(({ textContent }) => textContent ?? '')
      expect(cards.length).toBe(exampleOffers.length)
      expect(cards[0]).toContain(t(($) => $.billing.choose.free))
      expect(cards[0]).not.toMatch(/\D0[.,]00/u)
      expect(cards.map((card) => card.includes(t(($) => $.billing.choose.present)))).toEqual([
        false,
        false,
        true,
        false,
        false,
      ])
      const ask = shown.querySelector<HTMLAnchorElement>('a[href^="mailto:"]')
      expect(ask?.href.startsWith('mailto:billing@operator.example?subject=') ?? false).toBe(email !== null)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for(['operators', 'solution-admins'] as const)(
  'where API keys are for %s, plans name them or not',
  async (apiKeysFor) => {
    const state = settingsPage({
      at: '/billing/plan',
      user: { ...exampleUser, apiKeysFor },
      page: layer('settings/plan/plan', plan, { path: 'billing/plan', loaderData }),
      heading: (t) => t(($) => $.billing.choose.title),
      has(shown, { t }) {
        const line = t(($) => $.billing.limits.unlimited.apiKeys)
        expect(shown.textContent?.includes(line)).toBe(apiKeysFor === 'solution-admins')
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)

test.for(['ADMIN', 'VIEWER'] as const)(
  'limits that hold for a while stand with their end; admins read why: %s',
  async (myRole) => {
    const override = {
      limits: { domains: 40, verifications: null },
      until: '2026-12-24T12:00:00.000Z',
      reason: 'Christmas campaign',
    }
    const state = settingsPage({
      at: '/billing/plan',
      page: layer('settings/plan/plan', plan, {
        path: 'billing/plan',
        loaderData: { ...loaderData, plan: { ...examplePlan, myRole, override } },
      }),
      heading: (t) => t(($) => $.billing.choose.title),
      has(shown, { t }) {
        const alert = shown.querySelector('main [data-slot=alert]')
        expect(alert?.querySelectorAll('li')).toHaveLength(2)
        expect(alert?.textContent).toContain(t(($) => $.billing.override.unlimited))
        expect(alert?.textContent?.includes(override.reason)).toBe(myRole === 'ADMIN')
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)
