import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import { exampleInvoice, exampleRefund, ids } from '../examples/example-things.ts'
import * as billing from './billing.tsx'
import * as bookings from './bookings.tsx'
import * as invoicePage from './invoice.tsx'
import * as refunds from './refunds.tsx'

const buttons = (page: HTMLElement) =>
  [...page.querySelectorAll('main form[method="post"] button')].map((one) => one.textContent)

test.for([
  ['with invoices', [exampleInvoice]],
  ['without any', []],
] as const)('the list of invoices is clean %s', async ([, items]) => {
  const state = adminPage({
    at: '/billing',
    page: layer('billing/billing', billing, {
      path: 'billing',
      loaderData: { items: [...items], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.billing.title),
    has: (page, { t }) =>
      expect(page.textContent).toContain(items.length > 0 ? '2026-000123' : t(($) => $.billing.empty)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([true, false])('an invoice is credited and paid in change mode alone: %s', async (mayChange) => {
  const state = adminPage({
    mayChange,
    at: `/billing/${ids.invoice}`,
    page: layer('billing/invoice', invoicePage, {
      path: 'billing/:invoiceId',
      loaderData: { invoice: exampleInvoice, desk: exampleInvoice },
    }),
    heading: () => '2026-000123',
    has: (page, { t }) =>
      expect(buttons(page).filter((text) => text === t(($) => $.billing.credit))).toHaveLength(mayChange ? 1 : 0),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('whoever asked for a refund can withdraw it and not confirm it', async () => {
  const own = { ...exampleRefund, id: ids.solution, askedBy: '01941f29-7c00-7000-8000-000000000001' }
  const state = adminPage({
    at: '/billing/refunds',
    page: layer('billing/refunds', refunds, {
      path: 'billing/refunds',
      loaderData: { items: [exampleRefund, own], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.billing.refunds),
    has: (page, { t }) => {
      const texts = buttons(page)
      for (const text of [t(($) => $.billing.confirm), t(($) => $.billing.refuse), t(($) => $.billing.withdraw)])
        expect(texts.filter((one) => one === text)).toHaveLength(1)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('the page for accountants is clean', async () => {
  const state = adminPage({
    at: '/billing/bookings',
    page: layer('billing/bookings', bookings, {
      path: 'billing/bookings',
      loaderData: { month: '2026-10' },
    }),
    heading: (t) => t(($) => $.billing.bookings),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
