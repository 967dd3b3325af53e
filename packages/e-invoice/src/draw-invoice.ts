import { fillText, locales } from '@bollard/i18n'
import type en from '@bollard/i18n/texts/invoice/en.json'
import type PDFDocument from 'pdfkit'
import { attachmentOf } from './attachment.ts'
import { formatMinor } from './decimal.ts'
import type { Address, Invoice, Party } from './invoice.ts'
import { ink, inkMuted, type PageWriter } from '@bollard/pdf/page-writer'
import { isOutsideScope } from './to-cii.ts'
import { type Totals, totalInvoice } from './total-invoice.ts'

export type InvoiceTexts = typeof en
type Document = InstanceType<typeof PDFDocument>

/** Points. The address stands where a window envelope shows it. */
const page = { left: 57, right: 538, top: 57, bottom: 742, height: 842 } as const
const width = page.right - page.left
/** Right edges of the columns with figures, and where descriptions begin and how wide they are. */
const columns = {
  position: page.left,
  description: 84,
  descriptionWidth: 183,
  quantity: 336,
  price: 410,
  tax: 462,
  net: page.right,
} as const

/** Draws the whole invoice, on as many pages as its lines need. */
export function drawInvoice(doc: Document, write: PageWriter, invoice: Invoice, texts: InvoiceTexts): void {
  const formats = formatsOf(invoice)
  const totals = totalInvoice(invoice)
  let y = drawHead(write, invoice, texts, formats)
  y = drawColumnHeads(write, texts, y)
  for (const [index, line] of invoice.lines.entries()) {
    const height =
      write.height(line.name, { width: columns.descriptionWidth }) +
      (line.description ? write.height(line.description, { size: 8.5, width: columns.descriptionWidth }) : 0)
    if (y + height + 16 > page.bottom) y = drawColumnHeads(write, texts, nextPage(doc))
    write.text(String(index + 1), columns.position, y, { colour: inkMuted })
    const used = write.text(line.name, columns.description, y, { width: columns.descriptionWidth })
    if (line.description)
      write.text(line.description, columns.description, y + used, {
        size: 8.5,
        colour: inkMuted,
        width: columns.descriptionWidth,
      })
    const unit = line.unit === 'C62' ? '' : ` ${texts.units[line.unit]}`
    write.text(`${formats.decimal(line.quantity)}${unit}`, columns.quantity, y, { align: 'right' })
    write.text(formats.price(line.price), columns.price, y, { align: 'right' })
    write.text(line.tax.category === 'S' ? formats.percent(line.tax.rate) : texts.noTax, columns.tax, y, {
      align: 'right',
    })
    write.text(formats.money(totals.lineNets[index] ?? 0), columns.net, y, { align: 'right' })
    y += height + 8
    write.rule(page.left, y - 4, width)
  }
  if (y + 190 > page.bottom) y = nextPage(doc)
  y = drawTotals(write, invoice, totals, texts, formats, y + 8)
  drawPayment(write, invoice, texts, y + 14)
  drawFeet(doc, write, invoice, texts)
}

/** Who writes the page and who reads it: what is self-billed is written by the buyer. */
function correspondents({ kind, seller, buyer }: Invoice): {
  readonly writer: Party & { readonly taxNumber?: string | undefined }
  readonly reader: Party
} {
  return kind === 'SELF_BILLED' ? { writer: buyer, reader: seller } : { writer: seller, reader: buyer }
}

interface Formats {
  readonly money: (minor: number) => string
  readonly decimal: (text: string) => string
  /** In the major unit, with all its decimals and at least two. */
  readonly price: (text: string) => string
  readonly date: (day: string) => string
  /** Of a rate in percent: each language has its own space before the sign. */
  readonly percent: (rate: string) => string
}

function formatsOf({ language, currency }: Invoice): Formats {
  const locale = locales[language]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 12, minimumFractionDigits: 0 })
  const price = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 12,
    minimumFractionDigits: 2,
  })
  const date = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  // A hyphen before an amount is easily overlooked.
  const withMinus = (text: string) => text.replace('-', '\u2212')
  return {
    money: (minor) => withMinus(money.format(formatMinor(minor) as `${number}`)),
    decimal: (text) => withMinus(decimal.format(text as `${number}`)),
    price: (text) => price.format(text as `${number}`),
    date: (day) => date.format(new Date(`${day}T12:00:00Z`)),
    percent: (rate) => percent.format(`${rate}e-2` as `${number}`),
  }
}

function drawHead(write: PageWriter, invoice: Invoice, texts: InvoiceTexts, formats: Formats): number {
  const { buyer } = invoice
  const { writer, reader } = correspondents(invoice)
  write.text(writer.name, page.left, page.top, { size: 13, weight: 'bold' })
  write.text(
    [writer.name, writer.address.street, `${writer.address.postalCode} ${writer.address.city}`].join(' · '),
    page.left,
    124,
    {
      size: 7.5,
      colour: inkMuted,
      width: 240,
    },
  )
  let y = 142
  for (const line of [reader.name, ...addressLines(reader.address, writer.address, invoice.language)])
    y += write.text(line, page.left, y, { size: 10.5, width: 240 })

  const showsIds = !isOutsideScope(invoice.lines)
  const facts: [string, string | null | undefined][] = [
    [texts.number, invoice.number],
    [texts.issuedOn, formats.date(invoice.issuedOn)],
    [texts.period, `${formats.date(invoice.period.from)} – ${formats.date(invoice.period.to)}`],
    [texts.dueOn, invoice.dueOn === null ? null : formats.date(invoice.dueOn)],
    [texts.purchaseOrder, buyer.purchaseOrder],
    [texts.buyerReference, buyer.reference],
    [texts.buyerVatId, showsIds ? reader.vatId : undefined],
    [texts.yourRegister, invoice.kind === 'SELF_BILLED' ? reader.registerNumber : undefined],
  ]
  let factsY = 124
  for (const [label, value] of facts) {
    if (value == null) continue
    write.text(label, 330, factsY, { size: 8.5, colour: inkMuted, width: 90 })
    factsY += write.text(value, 425, factsY, { size: 8.5, width: page.right - 425 }) + 2
  }
  y = Math.max(y, factsY, 230) + 26
  y +=
    write.text(`${texts.titles[invoice.kind]} ${invoice.number}`, page.left, y, { size: 18, weight: 'bold', width }) + 4
  if (invoice.kind === 'SELF_BILLED') y += write.text(texts.selfBilled, page.left, y, { colour: inkMuted, width }) + 2
  const { corrects } = invoice
  if (corrects)
    y +=
      write.text(
        fillText(texts.corrects, { number: corrects.number, date: formats.date(corrects.issuedOn) }),
        page.left,
        y,
        { colour: inkMuted, width },
      ) + 2
  for (const note of invoice.notes) y += write.text(note, page.left, y, { width }) + 2
  return y + 14
}

function addressLines(address: Address, from: Address, language: string): string[] {
  const lines = [
    address.street,
    address.line2,
    `${address.postalCode} ${address.city}`,
    address.region,
    address.countryCode === from.countryCode ? undefined : nameOf(address.countryCode, language),
  ]
  return lines.filter((line): line is string => line !== undefined && line !== '')
}

function nameOf(countryCode: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(countryCode) ?? countryCode
}

function drawColumnHeads(write: PageWriter, texts: InvoiceTexts, y: number): number {
  const style = { size: 8.5, weight: 'bold', colour: inkMuted } as const
  write.text(texts.columns.position, columns.position, y, style)
  write.text(texts.columns.description, columns.description, y, style)
  for (const name of ['quantity', 'price', 'tax', 'net'] as const)
    write.text(texts.columns[name], columns[name], y, { ...style, align: 'right' })
  write.rule(page.left, y + 15, width)
  return y + 22
}

function drawTotals(
  write: PageWriter,
  invoice: Invoice,
  totals: Totals,
  texts: InvoiceTexts,
  { money, decimal }: Formats,
  from: number,
): number {
  let y = from
  const row = (label: string, amount: number, bold = false) => {
    const style = { weight: bold ? 'bold' : 'regular', size: bold ? 11 : 9.5 } as const
    const height = write.text(label, 280, y, { ...style, width: 178, colour: bold ? ink : inkMuted })
    write.text(money(amount), page.right, y, { ...style, align: 'right' })
    y += height + 4
  }
  row(texts.net, totals.net)
  for (const group of totals.groups)
    row(
      fillText(group.category === 'S' ? texts.taxLine : texts.untaxedLine, {
        rate: decimal(group.rate),
        net: money(group.net),
      }),
      group.tax,
    )
  row(invoice.kind === 'CREDIT_NOTE' ? texts.credited : texts.gross, totals.gross, totals.prepaid === 0)
  if (totals.prepaid !== 0) {
    row(texts.prepaid, -totals.prepaid)
    row(texts.due, totals.due, true)
  }
  for (const reason of new Set(totals.groups.map((group) => group.reason))) {
    if (reason !== undefined) y += write.text(fillText(texts.reason, { reason }), page.left, y + 4, { width }) + 4
  }
  return y
}

function drawPayment(write: PageWriter, { payment, kind, corrects }: Invoice, texts: InvoiceTexts, from: number): void {
  let y = from + write.text(texts.payment, page.left, from, { weight: 'bold' }) + 2
  // Nobody transfers anything on a document that takes another one back.
  const iban = corrects === undefined ? payment.iban : undefined
  const lines = [
    payment.terms,
    iban &&
      fillText(texts.transferTo, {
        holder: payment.accountHolder ?? '',
        iban: iban.replaceAll(/(.{4})(?=.)/gu, '$1 '),
      }),
    iban && payment.bic && fillText(texts.bic, { bic: payment.bic }),
    iban &&
      fillText(kind === 'SELF_BILLED' ? texts.transferReference : texts.paymentReference, {
        reference: payment.reference,
      }),
    payment.cardLast4 && fillText(texts.card, { last4: payment.cardLast4 }),
  ]
  for (const line of lines) if (line) y += write.text(line, page.left, y, { width }) + 1
}

function drawFeet(doc: Document, write: PageWriter, invoice: Invoice, texts: InvoiceTexts): void {
  const { writer } = correspondents(invoice)
  const { count } = doc.bufferedPageRange()
  const ids = [
    writer.vatId && !isOutsideScope(invoice.lines) ? `${texts.vatId} ${writer.vatId}` : '',
    writer.taxNumber ? fillText(texts.taxNumber, { number: writer.taxNumber }) : '',
    writer.registerNumber ? fillText(texts.register, { number: writer.registerNumber }) : '',
  ]
  const small = { size: 7.5, colour: inkMuted, width: width - 70 }
  const lines = [
    [writer.name, writer.address.street, `${writer.address.postalCode} ${writer.address.city}`, writer.email],
    ids,
    [fillText(texts.attached, { file: attachmentOf(invoice).file })],
  ].map((parts) => parts.filter((part) => part !== '').join(' · '))
  const title = `${texts.titles[invoice.kind]} ${invoice.number}`
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    write.rule(page.left, 772, width)
    let y = 779
    for (const line of lines) if (line !== '') y += write.text(line, page.left, y, small)
    // A page that got apart from the others still says what it belongs to.
    if (index > 0) write.text(title, page.left, page.top - 24, { size: 8.5, colour: inkMuted })
    write.text(fillText(texts.page, { page: String(index + 1), pages: String(count) }), page.right, 779, {
      size: 7.5,
      colour: inkMuted,
      align: 'right',
    })
  }
}

function nextPage(doc: Document): number {
  doc.addPage()
  return page.top
}
