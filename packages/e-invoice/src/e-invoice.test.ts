import { runs } from '@bollard/testing/seed'
import { Profile, validateXsd } from '@stackforge-eu/factur-x'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRules } from './check-rules.ts'
import { formatMinor, multiply, parseDecimal, toMinor } from './decimal.ts'
import { arbitraryInvoice } from './testing/arbitrary-invoice.ts'
import { authority, domestic, outsideScope, taxedAs } from './testing/sample-invoices.ts'
import { toCii } from './to-cii.ts'
import { taxOn, totalInvoice } from './total-invoice.ts'

test('lines add up to net, net and VAT to gross, for any invoice', () => {
  fc.assert(
    fc.property(arbitraryInvoice, (invoice) => {
      const totals = totalInvoice(invoice)
      expect(totals.lineNets.reduce((a, b) => a + b, 0)).toBe(totals.net)
      expect(totals.groups.reduce((a, { net }) => a + net, 0)).toBe(totals.net)
      expect(totals.groups.reduce((a, { tax }) => a + tax, 0)).toBe(totals.tax)
      expect(totals.net + totals.tax).toBe(totals.gross)
      expect(totals.gross - totals.prepaid).toBe(totals.due)
      for (const { category, tax } of totals.groups) if (category !== 'S') expect(tax).toBe(0)
    }),
  )
})

test('any invoice breaks no rule of EN 16931', () => {
  fc.assert(
    fc.property(arbitraryInvoice, (invoice) => {
      expect(checkRules(toCii(invoice))).toEqual([])
    }),
    { numRuns: runs(300) },
  )
})

test('the XML fits the official schema of the profile', async () => {
  for (const invoice of [domestic, authority, ...fc.sample(arbitraryInvoice, runs(25))]) {
    const { errors } = await validateXsd(toCii(invoice), Profile.EN16931)
    expect(errors, JSON.stringify(invoice)).toEqual([])
  }
})

test('the schema check finds a fault', async () => {
  const wrong = toCii(domestic)
    .replace('<ram:TypeCode>380</ram:TypeCode>', '')
    .replace('ram:GrandTotalAmount', 'ram:Grand')
  expect((await validateXsd(wrong.replace('/ram:GrandTotalAmount', '/ram:Grand'), Profile.EN16931)).valid).toBe(false)
})

test('where VAT does not apply no VAT id and no rate is named', () => {
  const invoice = taxedAs(domestic, outsideScope)
  const xml = toCii(invoice)
  expect(xml).not.toMatch(/schemeID="VA"|RateApplicablePercent/u)
  expect(xml).toContain('schemeID="FC"')
  expect(xml).not.toContain('<ram:ID>30/123/45678</ram:ID>')
  // Without a register number the seller would have no name to a program.
  const unregistered = toCii({ ...invoice, seller: { ...invoice.seller, registerNumber: undefined } })
  expect(unregistered).toMatch(/<ram:SellerTradeParty>\s*<ram:ID>30\/123\/45678<\/ram:ID>/u)
  expect(checkRules(unregistered)).toEqual([])
})

test('an XRechnung names its standard, the process, the Leitweg-ID twice and a rate of everything', () => {
  const xml = toCii(authority)
  expect(xml).toContain('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0')
  expect(xml).toContain('<ram:BuyerReference>991-33333TEST-33</ram:BuyerReference>')
  expect(xml).toContain('<ram:URIID schemeID="0204">991-33333TEST-33</ram:URIID>')
  expect(toCii(taxedAs(authority, outsideScope)).match(/RateApplicablePercent>0</gu)).toHaveLength(1)
})

test('an XRechnung does not name a card or a direct debit whose particulars are not known', () => {
  const payment = { reference: '1', terms: 'Charged' }
  const codeOf = (invoice: Parameters<typeof toCii>[0]) =>
    /PaymentMeans>\s*<ram:TypeCode>(\w+)</u.exec(toCii(invoice))?.[1]
  for (const means of ['48', '59'] as const) {
    expect(codeOf({ ...authority, payment: { ...payment, means } })).toBe('ZZZ')
    expect(codeOf({ ...domestic, payment: { ...payment, means } })).toBe(means)
  }
  expect(codeOf({ ...authority, payment: { ...payment, means: '48', cardLast4: '4242' } })).toBe('48')
})

test('halves of a cent go away from zero, and nothing is lost on the way', () => {
  expect(
    ['0.005', '-0.005', '0.0049999', '1.115', '2.675', '1234567890.125'].map((text) => toMinor(parseDecimal(text))),
  ).toEqual([1, -1, 0, 112, 268, 123_456_789_013])
  expect(toMinor(multiply(parseDecimal('0.1'), parseDecimal('0.2')))).toBe(2)
  expect([formatMinor(5), formatMinor(-105), formatMinor(0)]).toEqual(['0.05', '-1.05', '0.00'])
  expect([taxOn(250, '19'), taxOn(-250, '19'), taxOn(1, '50')]).toEqual([48, -48, 1])
  for (const wrong of ['1,5', '1e3', '', '.5', '1.', 'NaN', '１'])
    expect(() => parseDecimal(wrong), wrong).toThrow(RangeError)
})

test('markup and control characters in names stay text', () => {
  const xml = toCii({ ...domestic, buyer: { ...domestic.buyer, name: '<Böse> & "Söhne"\u0000\u001b ]]> 😀' } })
  expect(xml).toContain('&#60;Böse&#62; &#38; &#34;Söhne&#34; ]]&#62; 😀')
  expect(checkRules(xml)).toEqual([])
})
