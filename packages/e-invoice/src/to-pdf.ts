import type { Invoice } from './invoice.ts'

/**
 * The invoice as PDF/A-3b for people, with the XML of `toCii` inside for programs (ZUGFeRD 2 and Factur-X 1, profile
 * EN 16931 or XRECHNUNG). The same invoice gives the same bytes. Rejects when the PDF cannot be written.
 */
export async function toPdf(invoice: Invoice): Promise<Buffer> {
  // With its fonts it takes a tenth of a second to load, and most processes never draw one.
  const { writePdf } = await import('./write-pdf.ts')
  return writePdf(invoice)
}
