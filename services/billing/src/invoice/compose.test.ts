import { checkRules, toCii, totalInvoice } from '@bollard/e-invoice'
import { invoiceAddressCountries } from '@bollard/lookup-lists'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { overageOf } from '../accounting/settle-month.ts'
import type { AddressRow } from '../invoice-address/address-row.ts'
import { operator } from '../testing/start-invoicing.ts'
import { composeInvoice, dayAfter, type InvoicedCharge, type InvoiceFacts } from './compose.ts'
import { mirrorInvoice } from './mirror.ts'

const at = fc.date({ min: new Date('2025-01-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true })
const span = fc.tuple(at, fc.integer({ min: 1, max: 366 })).map(([from, days]) => ({ from, to: new Date(from.getTime() + days * 86_400_000) }))
const named = { planCode: fc.constantFrom('STARTER', 'PRO', 'OWN_PLAN'), interval: fc.constantFrom('MONTHLY' as const, 'YEARLY' as const) }
const planCharge = fc
  .tuple(fc.record({ ...named, kind: fc.constantFrom('PERIOD' as const, 'UPGRADE' as const), amountMinor: fc.integer({ min: 1, max: 5_000_000 }) }), span)
  .map(([charge, times]): InvoicedCharge => ({ ...charge, ...times, currency: 'EUR', units: null, priceMinor: null }))
const overage = fc
  .tuple(fc.record({ ...named, units: fc.integer({ min: 1, max: 900_000_000 }), priceMinor: fc.integer({ min: 1, max: 2_000 }) }), span)
  .map(([charge, times]): InvoicedCharge => ({
    ...charge,
    ...times,
    kind: 'OVERAGE',
    currency: 'EUR',
    amountMinor: overageOf(charge.units, charge.priceMinor),
  }))
const oneCharge = fc.oneof(planCharge, overage)
const charges = fc.tuple(oneCharge, fc.array(oneCharge, { maxLength: 5 })).map(([first, more]): [InvoicedCharge, ...InvoicedCharge[]] => [first, ...more])

const text = (max: number) => fc.string({ unit: 'binary', maxLength: max })
const address: fc.Arbitrary<AddressRow> = fc
  .record({
    company: text(40).map((name) => `x${name}`),
    line2: text(20),
    region: text(20),
    countryCode: fc.constantFrom(...invoiceAddressCountries),
    vatIdStatus: fc.constantFrom('NONE' as const, 'VALID' as const, 'INVALID' as const, 'UNAVAILABLE' as const, 'UNCHECKED' as const),
    purchaseOrder: text(20),
    buyerReference: text(20),
    eInvoice: fc.constantFrom('ZUGFERD_PDF' as const, 'XRECHNUNG_XML' as const),
    peppolId: fc.constantFrom(null, '0204:991-33333TEST-33'),
  })
  .map((given) => ({
    ...given,
    id: 'a',
    userId: 'user-ada',
    firstName: '',
    lastName: '',
    street: 'Unter den Linden 1',
    postalCode: '10117',
    city: 'Berlin',
    email: 'bills@ada.example',
    ccEmails: [],
    vatId: given.vatIdStatus === 'NONE' ? null : `${given.countryCode === 'GR' ? 'EL' : given.countryCode}123456789`,
    vatIdCheckedAt: null,
    vatIdRequestId: null,
    // Nobody chooses an XRechnung without one.
    buyerReference: given.eInvoice === 'XRECHNUNG_XML' ? `x${given.buyerReference}` : given.buyerReference,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  }))
const facts: fc.Arbitrary<InvoiceFacts> = fc.record({
  number: fc.constant('2026-000007'),
  issuedOn: fc.constant('2026-03-10'),
  language: fc.constantFrom('en' as const, 'de' as const),
  seller: fc.constant(operator),
  address,
  solutionType: fc.constantFrom('CAPTCHA' as const, 'MONITORING' as const, 'BUNDLE_SECURITY' as const),
  label: fc.option(text(30)),
  charges,
  method: fc.record({ kind: fc.constantFrom('CARD' as const, 'SEPA_DEBIT' as const, 'BANK_TRANSFER' as const), last4: fc.constantFrom('4242', null) }),
  discount: fc.option(fc.record({ organizationId: fc.constant('agency'), organizationName: text(30), percent: fc.constantFrom(15, 20) })),
})

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
      expect(Math.abs(discountMinor - wanted)).toBeLessThanOrEqual(0.5 * Math.max(1, totals.lineNets.length - owed.length + 1))
      expect(totals.lineNets.reduce((a, b) => a + b, 0)).toBe(totals.net)
      expect(totals.net + totals.tax).toBe(totals.gross)
      expect(checkRules(toCii(invoice))).toEqual([])
    }),
    { numRuns: 80 },
  )
})

test('any invoice and its credit note come to nothing, in net and in tax, and the credit note breaks no rule', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { invoice } = composeInvoice(given)
      const note = mirrorInvoice(
        { document: invoice, number: invoice.number, issuedOn: invoice.issuedOn },
        { number: '2026-000008', reason: 'A mistake', issuedOn: '2026-04-01' },
      )
      const [taken, back] = [totalInvoice(invoice), totalInvoice(note)]
      expect([taken.net - back.net, taken.tax - back.tax, taken.gross - back.gross]).toEqual([0, 0, 0])
      expect(checkRules(toCii(note))).toEqual([])
    }),
    { numRuns: 80 },
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
  const changed = [charge('2020-12-01T00:00:00Z', '2021-01-01T00:00:00Z'), charge('2021-01-01T00:00:00Z', '2021-02-01T00:00:00Z')] as const
  const { invoice } = composeInvoice({ ...sample, address: home, charges: [...changed], discount: null })
  expect(invoice.lines.map(({ tax }) => tax.rate)).toEqual(['16', '19'])
})

test('days are counted over months and leap years', () => {
  expect([dayAfter('2026-03-10', 14), dayAfter('2026-12-25', 14), dayAfter('2028-02-28', 1)]).toEqual(['2026-03-24', '2027-01-08', '2028-02-29'])
})
