import * as fc from 'fast-check'
import type { Invoice, Line, LineTax } from '../invoice.ts'

const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => `x${text}`)
const decimal = (max: number, places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(places, '0')}`)

const taxes: Record<'domestic' | 'reverse' | 'outside', fc.Arbitrary<LineTax>> = {
  domestic: fc.constantFrom<LineTax>(
    { category: 'S', rate: '19' },
    { category: 'S', rate: '7' },
    { category: 'S', rate: '8.1' },
    { category: 'S', rate: '20' },
  ),
  reverse: fc.constant<LineTax>({ category: 'AE', rate: '0', reason: 'Reverse charge' }),
  outside: fc.constant<LineTax>({ category: 'O', rate: '0', reason: 'Outside the scope of VAT' }),
}

const lineWith = (tax: fc.Arbitrary<LineTax>): fc.Arbitrary<Line> =>
  fc.record({
    name: words,
    quantity: fc
      .tuple(fc.boolean(), fc.oneof(decimal(5000, 4), fc.integer({ min: 0, max: 9_000_000 }).map(String)))
      .map(([minus, text]) => (minus ? `-${text}` : text)),
    unit: fc.constantFrom('C62' as const, 'MON' as const, 'H87' as const),
    price: fc.oneof(decimal(900, 2), decimal(3, 6)),
    tax,
  })

const taxations = fc.constantFrom('domestic' as const, 'reverse' as const, 'outside' as const)
const profiles = fc.constantFrom(undefined, 'XRECHNUNG' as const)

/** Any invoice that this deployment could issue, in all three ways of taxation, for companies and for authorities. */
export const arbitraryInvoice: fc.Arbitrary<Invoice> = fc.tuple(taxations, profiles).chain(([taxation, profile]) =>
  fc.record({
    profile: fc.constant(profile),
    number: fc.integer({ min: 1, max: 999_999 }).map((count) => `2026-${String(count).padStart(6, '0')}`),
    kind: fc.constantFrom('INVOICE' as const, 'CREDIT_NOTE' as const, 'SELF_BILLED' as const),
    issuedOn: fc.constant('2026-12-01'),
    dueOn: fc.constantFrom('2026-12-15', null),
    currency: fc.constant('EUR'),
    language: fc.constantFrom('en' as const, 'de' as const),
    period: fc.constant({ from: '2026-11-01', to: '2026-11-30' }),
    seller: fc.record({
      name: fc.constant('Example Operator GmbH'),
      address: fc.constant({ street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' }),
      email: fc.constant('billing@operator.example'),
      vatId: fc.constant('DE123456788'),
      taxNumber: fc.constant('30/123/45678'),
      registerNumber: fc.constantFrom('HRB 1234', undefined),
      contact: fc.constant({ name: 'Billing', phone: '+49 30 1234567', email: 'billing@operator.example' }),
    }),
    buyer: fc.record({
      name: words,
      address: fc.constantFrom(
        { street: 'Rue de l’Exemple 5', postalCode: '1000', city: 'Bruxelles', countryCode: 'BE' },
        {
          street: 'Οδός Παραδείγματος 7',
          line2: '3. Stock',
          postalCode: '10431',
          city: 'Αθήνα',
          region: 'Αττική',
          countryCode: 'GR',
        },
      ),
      email: fc.constant('accounts@buyer.example'),
      vatId: fc.constant('BE0123456749'),
      electronicAddress: fc.constantFrom(undefined, { scheme: '0204', id: '991-33333TEST-33' }),
      reference: profile === 'XRECHNUNG' ? words : fc.option(words, { nil: undefined }),
      purchaseOrder: fc.option(words, { nil: undefined }),
    }),
    lines: fc.array(lineWith(taxes[taxation]), { minLength: 1, maxLength: 8 }),
    prepaid: fc.integer({ min: 0, max: 5000 }),
    payment: fc.constantFrom(
      {
        means: '58' as const,
        iban: 'DE02120300000000202051',
        bic: 'BYLADEM1001',
        accountHolder: 'Example Operator GmbH',
        reference: '2026-000001',
        terms: '14 days net',
      },
      { means: '48' as const, reference: '2026-000001', terms: 'Charged to the card' },
      { means: '59' as const, reference: '2026-000001', terms: 'Collected by direct debit' },
      { means: '48' as const, cardLast4: '4242', reference: '2026-000001', terms: 'Charged to the card' },
      {
        means: '59' as const,
        reference: '2026-000001',
        terms: 'Collected by direct debit',
        mandate: { reference: 'M-1', creditorId: 'DE98ZZZ09999999999', iban: 'DE02120300000000202051' },
      },
    ),
    notes: fc.array(words, { maxLength: 2 }),
  }),
)
