import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import {
  exampleAccounting,
  exampleInvoice,
  examplePlan,
  exampleTransfer,
  exampleUsage,
} from '../../examples/example-billing.ts'
import { settingsPage } from '../../examples/example-pages.ts'
import * as billing from './billing.tsx'

type Given = Parameters<typeof layer<typeof billing>>[2]['loaderData']

const loaderData: Given = {
  solution: { lifecycle: 'ACTIVE', endsAt: null, deletionAt: null, locks: [] },
  plan: { ...examplePlan, openTransfers: [exampleTransfer] },
  usage: exampleUsage,
  planBills: true,
  accountings: [exampleAccounting],
  shown: exampleAccounting,
  hasMoreMonths: false,
  invoices: { items: [exampleInvoice], nextCursor: null },
  issuesInvoices: true,
  today: '2026-11-23',
}
const page = (given: Given) => layer('settings/billing/billing', billing, { path: 'billing', loaderData: given })
const controls = (shown: HTMLElement) => [...shown.querySelectorAll('input')].map(({ value }) => value)

test('after an order by bank transfer the page says what to transfer, where to and until when', async () => {
  const state = settingsPage({
    at: '/billing?done=changed',
    page: page(loaderData),
    heading: (t) => t(($) => $.billing.title),
    has(shown, { t, language }) {
      expect(shown.textContent).toContain(t(($) => $.billing.done.changed))
      expect(shown.textContent).toContain(language === 'de' ? '46,41' : '46.41')
      expect(shown.textContent).toContain(language === 'de' ? '6. Dez. 2026' : '6 Dec 2026')
      expect(controls(shown)).toEqual(expect.arrayContaining(['DE02 1203 0000 0000 2020 51', '2026-000001']))
      // The period ends on the day before the next one begins, and the allowance is that of its days.
      expect(shown.textContent).toContain(language === 'de' ? '21. Dez. 2026' : '22 Nov – 21 Dec 2026')
      expect(shown.textContent).toContain(language === 'de' ? '78.125' : '78,125 this month')
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('what is due is shown on every page of invoices, and a bill that is paid, or collected, asks for no transfer', async () => {
  const late = settingsPage({
    at: '/billing?cursor=2',
    page: page({ ...loaderData, invoices: { items: [], nextCursor: null }, today: '2026-12-07' }),
    heading: (t) => t(($) => $.billing.title),
    has(shown, { t }) {
      expect(controls(shown)).toContain('2026-000001')
      expect(shown.textContent).toContain(t(($) => $.billing.pay.transferLate))
    },
  })
  expect(await faultsOfPage(late)).toEqual([])
  const settled = settingsPage({
    at: '/billing',
    page: page({ ...loaderData, plan: examplePlan }),
    heading: (t) => t(($) => $.billing.title),
    has: (shown) => expect(controls(shown).join(' ')).not.toContain('DE02'),
  })
  expect(await faultsOfPage(settled)).toEqual([])
})

test('protected requests stand beside their limit, and what happens once they are used up is said', async () => {
  const protectedRequests = { counted: 520_000, included: 500_000, percent: 104 }
  const state = settingsPage({
    at: '/billing',
    page: page({ ...loaderData, usage: { ...exampleUsage, protectedRequests } }),
    heading: (t) => t(($) => $.billing.title),
    has(shown, { t, language }) {
      expect(shown.textContent).toContain(t(($) => $.billing.usage.requests))
      expect(shown.textContent).toContain(language === 'de' ? '520.000 von 500.000' : '520,000 of 500,000')
      expect(shown.textContent).toContain(t(($) => $.billing.usage.requestsUsedUp))
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
