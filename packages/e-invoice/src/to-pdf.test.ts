import { runs } from '@bollard/testing/seed'
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRules } from './check-rules.ts'
import type { Invoice } from './invoice.ts'
import { arbitraryInvoice } from './testing/arbitrary-invoice.ts'
import { authority, domestic } from './testing/sample-invoices.ts'
import { toCii } from './to-cii.ts'
import { toPdf } from './to-pdf.ts'

const samples = fc.sample(arbitraryInvoice, runs(6))
const [first] = samples
if (!first) throw new Error('No sample')
const many: Invoice = {
  ...first,
  lines: Array.from({ length: 70 }, (_, index) => ({
    name: `Line ${index}`,
    quantity: '1',
    unit: 'C62',
    price: '1.00',
    tax: first.lines[0]?.tax ?? { category: 'S', rate: '19' },
  })),
}

test('the XML inside is the invoice, as another program reads it', async () => {
  for (const invoice of samples) {
    const { xml } = await extractXml(await toPdf(invoice))
    expect(xml).toBe(toCii(invoice))
    expect((await validateXsd(xml, Profile.EN16931)).valid).toBe(true)
    expect(checkRules(xml)).toEqual([])
  }
})

test('it names itself PDF/A-3b and Factur-X with the profile EN 16931, embeds its fonts and brings a colour profile', async () => {
  const text = (await toPdf(domestic)).toString('latin1')
  for (const mark of [
    '<pdfaid:part>3<',
    '<pdfaid:conformance>B<',
    '<fx:ConformanceLevel>EN 16931<',
    '<fx:DocumentFileName>factur-x.xml<',
    '/AFRelationship /Alternative',
    '/GTS_PDFA1',
  ])
    expect(text, mark).toContain(mark)
  expect(text).not.toMatch(/\/BaseFont \/(?:Helvetica|Times|Courier)\b/u)
})

test('an XRechnung is attached under its own name and profile', async () => {
  const pdf = await toPdf(authority)
  const text = pdf.toString('latin1')
  for (const mark of ['<fx:ConformanceLevel>XRECHNUNG<', '<fx:DocumentFileName>xrechnung.xml<', '<fx:Version>3.0<'])
    expect(text, mark).toContain(mark)
  expect(text).not.toContain('factur-x.xml')
  expect((await extractXml(pdf)).xml).toBe(toCii(authority))
})

test('the same invoice gives the same bytes', async () => {
  expect((await toPdf(first)).equals(await toPdf(first))).toBe(true)
})

test('seventy lines go over several pages, and a thousand characters without a space break nothing', async () => {
  const pages = (pdf: Buffer) =>
    Number(/\/Type \/Pages[^>]*\/Count (\d+)|\/Count (\d+)/u.exec(pdf.toString('latin1'))?.slice(1).find(Boolean))
  expect(pages(await toPdf(many))).toBeGreaterThanOrEqual(3)
  expect(
    pages(await toPdf({ ...first, buyer: { ...first.buyer, name: 'W'.repeat(120) }, notes: ['x'.repeat(1000)] })),
  ).toBeGreaterThanOrEqual(1)
})

test('every character of our scripts can be written', async () => {
  const all = String.fromCodePoint(
    ...[0x20, 0xa0, 0x100, 0x180, 0x370, 0x400, 0x1e00, 0x2000, 0x20a0]
      .flatMap((from) => Array.from({ length: 96 }, (_, index) => from + index))
      .filter((code) => code >= 0x20),
  )
  expect((await toPdf({ ...first, notes: [all] })).length).toBeGreaterThan(10_000)
})
