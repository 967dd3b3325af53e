import type { AdvertisingToken } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import { ids } from '../examples/example-things.ts'
import * as advertising from './advertising.tsx'
import * as batches from './batches.tsx'
import * as clickPage from './click.tsx'
import { sendable } from './sendable.ts'

const at = '2026-11-02T09:00:00.000Z'
const click: AdvertisingToken = {
  id: ids.solution,
  gclid: 'abcdefghijk',
  consent: { adUserData: true, adPersonalization: false, at },
  landingPath: '/en/products/captcha',
  locale: 'en',
  createdAt: at,
  conversions: [
    {
      conversionId: ids.invoice,
      kind: 'INVOICE_PAID',
      state: 'ELIGIBLE',
      reason: null,
      occurredAt: at,
      value: { amountMinor: 900, currency: 'EUR' },
      attempts: 0,
      nextAttemptAt: null,
      sentAt: null,
    },
  ],
}

test('only what was agreed to, has a value and was not sent can be sent', () => {
  const [conversion] = click.conversions
  if (!conversion) throw new Error('There is one')
  expect(sendable([click]).map(({ conversionId }) => conversionId)).toEqual([ids.invoice])
  for (const other of [
    { ...click, gclid: null },
    { ...click, consent: null },
    { ...click, consent: { adUserData: false, adPersonalization: true, at } },
    { ...click, conversions: [{ ...conversion, value: null }] },
    { ...click, conversions: [{ ...conversion, state: 'SENT' as const }] },
  ])
    expect(sendable([other])).toEqual([])
})

test.for([true, false])('clicks are clean, in a dry run or none at all: %s', async (isFull) => {
  const state = adminPage({
    at: `/advertising${isFull ? '?dry=yes' : ''}`,
    page: layer('advertising/advertising', advertising, {
      path: 'advertising',
      loaderData: { items: isFull ? [click] : [], nextCursor: null, isFirstPage: true },
    }),
    heading: (t) => t(($) => $.advertising.title),
    has: (page) => expect(page.querySelectorAll('main input[name="intent"]')).toHaveLength(isFull ? 1 : 0),
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('one click and the files for upload are clean', async () => {
  const one = adminPage({
    at: `/advertising/${ids.solution}`,
    page: layer('advertising/click', clickPage, { path: 'advertising/:clickId', loaderData: { click } }),
    heading: (t) => t(($) => $.advertising.click),
  })
  const files = adminPage({
    mayChange: false,
    at: '/advertising/batches',
    page: layer('advertising/batches', batches, {
      path: 'advertising/batches',
      loaderData: {
        items: [{ id: ids.invoice, createdBy: 'olga', createdAt: at, open: 2, sent: 0 }],
        names: { olga: 'Olga (olga@example.org)' },
        nextCursor: null,
        isFirstPage: true,
      },
    }),
    heading: (t) => t(($) => $.advertising.batches),
    has: (page) => expect(page.textContent).toContain('Olga (olga@example.org)'),
  })
  expect([await faultsOfPage(one), await faultsOfPage(files)]).toEqual([[], []])
})
