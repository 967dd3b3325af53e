import type { InvoiceView } from '@bollard/contracts'

/** The files of an invoice, the one that is the invoice itself first. */
export function fileFormats({ eInvoice }: Pick<InvoiceView, 'eInvoice'>): readonly ['PDF' | 'XML', 'PDF' | 'XML'] {
  return eInvoice === 'XRECHNUNG_XML' ? ['XML', 'PDF'] : ['PDF', 'XML']
}
