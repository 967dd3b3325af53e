import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import { exampleInvoice, exampleRefund, exampleVatCheck, ids } from '../examples/example-things.ts'
import * as billing from './billing.tsx'
import * as bookings from './bookings.tsx'
import { datevFieldsOf } from './datev-form.tsx'
import * as invoicePage from './invoice.tsx'
import * as refunds from './refunds.tsx'
import * as vatChecks from './vat-checks.tsx'

const buttons = (page: HTMLElement) =>
  [...page.querySelectorAll('main form[method="post"] button')].map((one) => one.textContent)

test.for([
  ['with invoices', '?kind=INVOICE', [exampleInvoice]],
  ['without any', '?kind=INVOICE&status=OVERDUE', []],
] as const)(
  'the list of invoices is clean %s, and the area says which of its pages it is',
  async ([, search, items]) => {
    const state = adminPage({
      at: `/billing${search}`,
      page: layer('billing/billing', billing, {
        path: 'billing',
        loaderData: { items: [...items], nextCursor: null, isFirstPage: true },
      }),
      heading: (t) => t(($) => $.billing.title),
      has: (page, { t }) => {
        expect(page.textContent).toContain(items.length > 0 ? '2026-000123' : t(($) => $.billing.empty))
        expect([...page.querySelectorAll('main nav [aria-current]')].map((link) => link.textContent)).toEqual([
          items.length > 0 ? t(($) => $.billing.invoices) : t(($) => $.billing.dunning),
        ])
      },
    })
    expect(await faultsOfPage(state)).toEqual([])
  },
)

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
      loaderData: {
        items: [exampleRefund, own],
        names: { [own.askedBy]: 'Olga (olga@example.org)' },
        nextCursor: null,
        isFirstPage: true,
      },
    }),
    heading: (t) => t(($) => $.billing.refunds),
    has: (page, { t }) => {
      // The other one's account is gone.
      expect(page.textContent).toContain('Olga (olga@example.org)')
      expect(page.textContent).toContain(t(($) => $.frame.formerOperator))
      const texts = buttons(page)
      for (const text of [t(($) => $.billing.confirm), t(($) => $.billing.refuse), t(($) => $.billing.withdraw)])
        expect(texts.filter((one) => one === text)).toHaveLength(1)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([
  ['with the accounts of a chart', 'chart=SKR04', '4400', null],
  ['empty for a chart of their own', '', '', null],
  ['with what was refused', 'standardAccount=84&chart=', '84', 'standardAccount'],
] as const)('the page for accountants is clean, %s', async ([, search, account, fault]) => {
  const state = adminPage({
    at: '/billing/bookings',
    page: layer('billing/bookings', bookings, {
      path: 'billing/bookings',
      loaderData: { month: '2026-10', datev: datevFieldsOf(new URLSearchParams(search), '2026-10'), fault },
    }),
    heading: (t) => t(($) => $.billing.bookings),
    has: (page) => {
      const field = page.querySelector<HTMLInputElement>('input[name=standardAccount]')
      expect([field?.value, field?.getAttribute('aria-invalid') === 'true']).toEqual([account, fault !== null])
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test.for([
  ['with checks', [exampleVatCheck]],
  ['without any', []],
] as const)('the log of VAT ids is clean %s, and offers no change', async ([, items]) => {
  const state = adminPage({
    at: '/billing/vat-checks',
    page: layer('billing/vat-checks', vatChecks, {
      path: 'billing/vat-checks',
      loaderData: { items: [...items], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.billing.vatChecks.title),
    // The one form ends the change mode.
    has: (page) => expect(page.querySelectorAll('main form[method="post"]')).toHaveLength(1),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
