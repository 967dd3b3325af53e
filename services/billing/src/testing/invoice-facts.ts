import { dayMs } from '@bollard/contracts'
import { invoiceAddressCountries } from '@bollard/lookup-lists'
import * as fc from 'fast-check'
import { overageOf } from '../accounting/settle-month.ts'
import type { AddressRow } from '../invoice-address/address-row.ts'
import type { InvoicedCharge, InvoiceFacts } from '../invoice/compose.ts'
import { operator } from './start-invoicing.ts'

const at = fc.date({
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const span = fc
  .tuple(at, fc.integer({ min: 1, max: 366 }))
  .map(([from, days]) => ({ from, to: new Date(from.getTime() + days * dayMs) }))
const named = {
  planCode: fc.constantFrom('STARTER', 'PRO', 'OWN_PLAN'),
  interval: fc.constantFrom('MONTHLY' as const, 'YEARLY' as const),
}
const planCharge = fc
  .tuple(
    fc.record({
      ...named,
      kind: fc.constantFrom('PERIOD' as const, 'UPGRADE' as const),
      amountMinor: fc.integer({ min: 1, max: 5_000_000 }),
    }),
    span,
  )
  .map(([charge, times]): InvoicedCharge => ({ ...charge, ...times, currency: 'EUR', units: null, priceMinor: null }))
const overage = fc
  .tuple(
    fc.record({
      ...named,
      units: fc.integer({ min: 1, max: 900_000_000 }),
      priceMinor: fc.integer({ min: 1, max: 2_000 }),
    }),
    span,
  )
  .map(([charge, times]): InvoicedCharge => ({
    ...charge,
    ...times,
    kind: 'OVERAGE',
    currency: 'EUR',
    amountMinor: overageOf(charge.units, charge.priceMinor),
  }))
const oneCharge = fc.oneof(planCharge, overage)
const charges = fc
  .tuple(oneCharge, fc.array(oneCharge, { maxLength: 5 }))
  .map(([first, more]): [InvoicedCharge, ...InvoicedCharge[]] => [first, ...more])

const text = (max: number) => fc.string({ unit: 'binary', maxLength: max })
const address: fc.Arbitrary<AddressRow> = fc
  .record({
    company: text(40).map((name) => `x${name}`),
    line2: text(20),
    region: text(20),
    countryCode: fc.constantFrom(...invoiceAddressCountries),
    vatIdStatus: fc.constantFrom(
      'NONE' as const,
      'VALID' as const,
      'INVALID' as const,
      'UNAVAILABLE' as const,
      'UNCHECKED' as const,
    ),
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
    unconfirmedEmails: [],
    vatId: given.vatIdStatus === 'NONE' ? null : `${given.countryCode === 'GR' ? 'EL' : given.countryCode}123456789`,
    vatIdCheckedAt: null,
    vatIdRequestId: null,
    // Nobody chooses an XRechnung without one.
    buyerReference: given.eInvoice === 'XRECHNUNG_XML' ? `x${given.buyerReference}` : given.buyerReference,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  }))
/** Whatever may be invoiced to whomever. */
export const invoiceFacts: fc.Arbitrary<InvoiceFacts> = fc.record({
  number: fc.constant('2026-000007'),
  issuedOn: fc.constant('2026-03-10'),
  language: fc.constantFrom('en' as const, 'de' as const),
  seller: fc.constant(operator),
  address,
  solutionType: fc.constantFrom('CAPTCHA' as const, 'MONITORING' as const, 'BUNDLE_SECURITY' as const),
  label: fc.option(text(30)),
  charges,
  method: fc.record({
    kind: fc.constantFrom('CARD' as const, 'SEPA_DEBIT' as const, 'BANK_TRANSFER' as const),
    last4: fc.constantFrom('4242', null),
  }),
  discount: fc.option(
    fc.record({
      organizationId: fc.constant('agency'),
      organizationName: text(30),
      percent: fc.constantFrom(15, 20, 25),
      isResale: fc.boolean(),
    }),
  ),
})
