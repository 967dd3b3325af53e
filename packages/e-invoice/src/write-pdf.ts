import { readAllTexts } from '@bollard/i18n/load'
import PDFDocument from 'pdfkit'
import { type Attachment, attachmentOf } from './attachment.ts'
import type { Invoice } from './invoice.ts'
import { drawInvoice, type InvoiceTexts } from './draw-invoice.ts'
import { createPageWriter } from '@bollard/pdf/page-writer'
import { toCii } from './to-cii.ts'

const texts = readAllTexts<InvoiceTexts>('invoice')

/** See `toPdf`. */
export function writePdf(invoice: Invoice): Promise<Buffer> {
  const title = `${texts[invoice.language].titles[invoice.kind]} ${invoice.number}`
  const issued = new Date(`${invoice.issuedOn}T12:00:00Z`)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: invoice.language,
    displayTitle: true,
    info: { Title: title, Author: invoice.seller.name, Subject: title, CreationDate: issued, ModDate: issued },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const attachment = attachmentOf(invoice)
  // `relationship` is missing in the published types: the XML says the same as the pages.
  const file = {
    name: attachment.file,
    type: 'text/xml',
    description: title,
    relationship: 'Alternative',
    creationDate: issued,
    modifiedDate: issued,
  }
  doc.file(Buffer.from(toCii(invoice)), file)
  drawInvoice(doc, createPageWriter(doc), invoice, texts[invoice.language])
  doc.appendXML(metadataOf(attachment))
  doc.end()
  return written
}

/** Names the attached XML and its profile, and describes these names, as PDF/A asks for extensions of its metadata. */
const metadataOf = ({ file, level, version }: Attachment): string => `
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${file}</fx:DocumentFileName>
  <fx:Version>${version}</fx:Version>
  <fx:ConformanceLevel>${level}</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>
${[
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
]
  .map(
    ([name, description]) =>
      `      <rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  .join('\n')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`
