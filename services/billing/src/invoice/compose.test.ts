import { checkRules, toCii, totalInvoice } from '@bollard/e-invoice'
import { type Language, languages } from '@bollard/i18n'
import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MethodKind } from '../subscription/means-of-paying.ts'
import { invoiceFacts as facts } from '../testing/invoice-facts.ts'
import { composeInvoice, dayAfter, type InvoicedCharge } from './compose.ts'
import { mirrorInvoice, partsOf } from './credit-parts.ts'

test('whatever is owed by whom: the lines come to what is owed less the discount, net and tax to gross, and no rule of EN 16931 is broken', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { invoice, discountMinor } = composeInvoice(given)
      const totals = totalInvoice(invoice)
      const owed = given.charges.map(({ amountMinor }) => amountMinor)
      expect(totals.lineNets.slice(0, owed.length)).toEqual(owed)
      expect(totals.lineNets.slice(owed.length).reduce((a, b) => a + b, discountMinor)).toBe(0)
      // Each group of taxes is rounded by itself.
      const wanted = (owed.reduce((a, b) => a + b, 0) * (given.discount?.percent ?? 0)) / 100
      expect(Math.abs(discountMinor - wanted)).toBeLessThanOrEqual(
        0.5 * Math.max(1, totals.lineNets.length - owed.length + 1),
      )
      expect(totals.lineNets.reduce((a, b) => a + b, 0)).toBe(totals.net)
      expect(totals.net + totals.tax).toBe(totals.gross)
      expect(checkRules(toCii(invoice))).toEqual([])
    }),
    { numRuns: runs(80) },
  )
})

test('any invoice and its credit note come to nothing, in net and in tax, and the credit note breaks no rule', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { invoice } = composeInvoice(given)
      const note = mirrorInvoice(
        { document: invoice, number: invoice.number, issuedOn: invoice.issuedOn },
        { ...partsOf(invoice, [], undefined), number: '2026-000008', reason: 'A mistake', issuedOn: '2026-04-01' },
      )
      const [taken, back] = [totalInvoice(invoice), totalInvoice(note)]
      expect([taken.net - back.net, taken.tax - back.tax, taken.gross - back.gross]).toEqual([0, 0, 0])
      expect(checkRules(toCii(note))).toEqual([])
    }),
    { numRuns: runs(80) },
  )
})

test('what is supplied before a rate changes is taxed at the old one', () => {
  const [sample] = fc.sample(facts, { numRuns: 1, seed: 3 })
  if (!sample) throw new Error('No sample')
  const home = { ...sample.address, countryCode: 'DE' }
  const charge = (from: string, to: string): InvoicedCharge => ({
    kind: 'OVERAGE',
    planCode: 'PRO',
    interval: 'MONTHLY',
    from: new Date(from),
    to: new Date(to),
    amountMinor: 20,
    currency: 'EUR',
    units: 100,
    priceMinor: 200,
  })
  const changed = [
    charge('2020-12-01T00:00:00Z', '2021-01-01T00:00:00Z'),
    charge('2021-01-01T00:00:00Z', '2021-02-01T00:00:00Z'),
  ] as const
  const { invoice } = composeInvoice({ ...sample, address: home, charges: [...changed], discount: null })
  expect(invoice.lines.map(({ tax }) => tax.rate)).toEqual(['16', '19'])
})

test('a seller in France names the costs of a late payment in every language, another seller does not', () => {
  const [sample] = fc.sample(facts, { numRuns: 1, seed: 3 })
  if (!sample) throw new Error('No sample')
  const termsOf = (countryCode: string, language: Language, kind: MethodKind) =>
    composeInvoice({
      ...sample,
      language,
      method: { kind, last4: null },
      seller: { ...sample.seller, address: { ...sample.seller.address, countryCode } },
    }).invoice.payment.terms
  for (const language of languages)
    for (const kind of ['CARD', 'SEPA_DEBIT', 'BANK_TRANSFER'] as const) {
      const french = termsOf('FR', language, kind)
      for (const part of ['L441-10', 'D441-5', '10', '40']) expect(french, `${language} ${kind}`).toContain(part)
      expect(french).toContain(termsOf('DE', language, kind))
      expect(termsOf('DE', language, kind)).not.toContain('L441')
    }
})

test('days are counted over months and leap years', () => {
  expect([dayAfter('2026-03-10', 14), dayAfter('2026-12-25', 14), dayAfter('2028-02-28', 1)]).toEqual([
    '2026-03-24',
    '2027-01-08',
    '2028-02-29',
  ])
})
