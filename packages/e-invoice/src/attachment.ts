import type { Invoice } from './invoice.ts'

/** How the XML is attached to the pages, by the names that ZUGFeRD gives to file, profile and version. */
export interface Attachment {
  readonly file: string
  readonly level: string
  readonly version: string
}

export function attachmentOf({ profile }: Pick<Invoice, 'profile'>): Attachment {
  return profile === 'XRECHNUNG'
    ? { file: 'xrechnung.xml', level: 'XRECHNUNG', version: '3.0' }
    : { file: 'factur-x.xml', level: 'EN 16931', version: '1.0' }
}
