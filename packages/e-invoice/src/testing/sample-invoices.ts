import type { Invoice, LineTax } from '../invoice.ts'

const standard: LineTax = { category: 'S', rate: '19' }

/** An invoice of a company in Germany to another one, paid by transfer. Both are made up. */
export const domestic: Invoice = {
  number: '2026-000123',
  kind: 'INVOICE',
  issuedOn: '2026-12-01',
  dueOn: '2026-12-15',
  currency: 'EUR',
  language: 'de',
  period: { from: '2026-11-01', to: '2026-11-30' },
  seller: {
    name: 'Example Operator GmbH',
    address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
    email: 'billing@operator.example',
    vatId: 'DE123456788',
    taxNumber: '30/123/45678',
    registerNumber: 'HRB 1234',
    contact: { name: 'Billing', phone: '+49 30 1234567', email: 'billing@operator.example' },
  },
  buyer: {
    name: 'Beispiel Handels GmbH & Co. KG',
    address: {
      street: 'Am Beispielhafen 12',
      line2: 'Haus C',
      postalCode: '20457',
      city: 'Hamburg',
      countryCode: 'DE',
    },
    email: 'rechnung@buyer.example',
    vatId: 'DE987654321',
    purchaseOrder: 'PO-4711',
  },
  lines: [
    {
      name: 'CAPTCHA, Tarif Business',
      description: 'Webshop, 01.11.2026 – 30.11.2026',
      quantity: '1',
      unit: 'MON',
      price: '39.00',
      tax: standard,
    },
    {
      name: 'Prüfungen über die enthaltenen hinaus',
      description: 'Webshop, Oktober 2026',
      quantity: '12345',
      unit: 'H87',
      price: '0.00030',
      tax: standard,
    },
  ],
  prepaid: 0,
  payment: {
    means: '58',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    accountHolder: 'Example Operator GmbH',
    reference: '2026-000123',
    terms: 'Zahlbar innerhalb von 14 Tagen ohne Abzug.',
  },
  notes: [],
}

/** The same under another taxation. */
export function taxedAs(invoice: Invoice, tax: LineTax): Invoice {
  return { ...invoice, lines: invoice.lines.map((line) => ({ ...line, tax })) }
}

export const reverseCharge: LineTax = {
  category: 'AE',
  rate: '0',
  reason: 'Reverse charge, Art. 196 Directive 2006/112/EC',
}
export const outsideScope: LineTax = {
  category: 'O',
  rate: '0',
  reason: 'Not subject to VAT in the country of the supplier',
}
export const exempt: LineTax = { category: 'E', rate: '0', reason: 'Exempt under § 4 UStG' }

/** To a German authority. */
export const authority: Invoice = {
  ...domestic,
  profile: 'XRECHNUNG',
  buyer: {
    ...domestic.buyer,
    name: 'Beispielamt',
    reference: '991-33333TEST-33',
    electronicAddress: { scheme: '0204', id: '991-33333TEST-33' },
  },
}
