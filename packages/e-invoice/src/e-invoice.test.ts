import { Profile, validateXsd } from '@stackforge-eu/factur-x'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRules } from './check-rules.ts'
import { formatMinor, multiply, parseDecimal, toMinor } from './decimal.ts'
import type { Invoice } from './invoice.ts'
import { arbitraryInvoice } from './testing/arbitrary-invoice.ts'
import { toCii } from './to-cii.ts'
import { taxOn, totalInvoice } from './total-invoice.ts'

const [example] = fc.sample(
  arbitraryInvoice.filter(({ lines, kind, payment }) => lines.length === 2 && kind === 'INVOICE' && payment.means === '58'),
  { numRuns: 1, seed: 7 },
)
if (!example) throw new Error('No example')
const plain: Invoice = {
  ...example,
  prepaid: 0,
  lines: [
    { name: 'Business plan', quantity: '1', unit: 'MON', price: '39.00', tax: { category: 'S', rate: '19' } },
    { name: 'Verifications', quantity: '12345', unit: 'C62', price: '0.0003', tax: { category: 'S', rate: '19' } },
  ],
}

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
    { numRuns: 300 },
  )
})

test('the XML fits the official schema of the profile', async () => {
  for (const invoice of [plain, ...fc.sample(arbitraryInvoice, { numRuns: 25, seed: 1 })]) {
    const { errors } = await validateXsd(toCii(invoice), Profile.EN16931)
    expect(errors, JSON.stringify(invoice)).toEqual([])
  }
})

test('the schema check finds a fault', async () => {
  const wrong = toCii(plain).replace('<ram:TypeCode>380</ram:TypeCode>', '').replace('ram:GrandTotalAmount', 'ram:Grand')
  expect((await validateXsd(wrong.replace('/ram:GrandTotalAmount', '/ram:Grand'), Profile.EN16931)).valid).toBe(false)
})

const falsified: [string, (xml: string) => string][] = [
  ['BR-CO-10', (xml) => xml.replace(/<ram:LineTotalAmount>39.00</u, '<ram:LineTotalAmount>40.00<')],
  ['BR-CO-14', (xml) => xml.replace(/currencyID="EUR">[\d.]+/u, 'currencyID="EUR">0.01')],
  ['BR-CO-15', (xml) => xml.replace(/GrandTotalAmount>[\d.]+/u, 'GrandTotalAmount>1.00')],
  ['BR-CO-16', (xml) => xml.replace(/DuePayableAmount>[\d.]+/u, 'DuePayableAmount>1.00')],
  ['BR-CO-17', (xml) => xml.replace(/CalculatedAmount>[\d.]+/u, 'CalculatedAmount>1.00')],
  ['BR-S-08', (xml) => xml.replace(/BasisAmount>[\d.]+/u, 'BasisAmount>1.00')],
  ['BR-S-05', (xml) => xml.replace('<ram:RateApplicablePercent>19<', '<ram:RateApplicablePercent>0<')],
  ['BR-S-02', (xml) => xml.replaceAll(/<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>/gu, '')],
  [
    'BR-CO-26',
    (xml) =>
      xml
        .replaceAll(/<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>/gu, '')
        .replace(/<ram:SpecifiedLegalOrganization>[\s\S]*?<\/ram:SpecifiedLegalOrganization>/u, ''),
  ],
  ['BR-02', (xml) => xml.replace(/<ram:ID>2026-\d+<\/ram:ID>/u, '')],
  ['BR-03', (xml) => xml.replace(/>20261201</u, '>2026-12-01<')],
  ['BR-06', (xml) => xml.replace('<ram:Name>Example Operator GmbH</ram:Name>', '')],
  ['BR-09', (xml) => xml.replace('<ram:CountryID>DE</ram:CountryID>', '')],
  ['BR-16', (xml) => xml.replaceAll(/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*?<\/ram:IncludedSupplyChainTradeLineItem>/gu, '')],
  ['BR-25', (xml) => xml.replace('<ram:Name>Business plan</ram:Name>', '')],
  ['BR-27', (xml) => xml.replace('<ram:ChargeAmount>39.00', '<ram:ChargeAmount>-39.00')],
  ['BR-29', (xml) => xml.replace('20261101', '20271101')],
  ['BR-61', (xml) => xml.replace(/<ram:IBANID>.*?<\/ram:IBANID>/u, '')],
  ['BR-DEC-09', (xml) => xml.replace(/GrandTotalAmount>([\d.]+)/u, 'GrandTotalAmount>$10')],
  ['BR-CL-17', (xml) => xml.replaceAll('<ram:CategoryCode>S<', '<ram:CategoryCode>X<')],
]
test.each(falsified)('%s is found in an invoice that breaks it', (id, falsify) => {
  const xml = toCii(plain)
  expect(checkRules(xml)).toEqual([])
  expect(falsify(xml)).not.toBe(xml)
  expect(checkRules(falsify(xml))).toContain(id)
})

test('where VAT does not apply no VAT id and no rate is named', () => {
  const xml = toCii({ ...plain, lines: plain.lines.map((line) => ({ ...line, tax: { category: 'O', rate: '0', reason: 'Outside the scope of VAT' } })) })
  expect(xml).not.toMatch(/schemeID="VA"|RateApplicablePercent/u)
  expect(xml).toContain('schemeID="FC"')
  expect(checkRules(xml)).toEqual([])
  expect(checkRules(xml.replace('<ram:CategoryCode>O<', '<ram:CategoryCode>S<'))).toContain('BR-O-12')
})

test('halves of a cent go away from zero, and nothing is lost on the way', () => {
  expect(['0.005', '-0.005', '0.0049999', '1.115', '2.675', '1234567890.125'].map((text) => toMinor(parseDecimal(text)))).toEqual([
    1, -1, 0, 112, 268, 123_456_789_013,
  ])
  expect(toMinor(multiply(parseDecimal('0.1'), parseDecimal('0.2')))).toBe(2)
  expect([formatMinor(5), formatMinor(-105), formatMinor(0)]).toEqual(['0.05', '-1.05', '0.00'])
  expect([taxOn(250, '19'), taxOn(-250, '19'), taxOn(1, '50')]).toEqual([48, -48, 1])
  for (const wrong of ['1,5', '1e3', '', '.5', '1.', 'NaN', '１']) expect(() => parseDecimal(wrong), wrong).toThrow(RangeError)
})

test('markup and control characters in names stay text', () => {
  const xml = toCii({ ...plain, buyer: { ...plain.buyer, name: '<Böse> & "Söhne"\u0000\u001b ]]> 😀' } })
  expect(xml).toContain('&#60;Böse&#62; &#38; &#34;Söhne&#34; ]]&#62; 😀')
  expect(checkRules(xml)).toEqual([])
})
