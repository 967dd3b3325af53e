import type en from '@bollard/i18n/texts/invoice/en.json'
import type PDFDocument from 'pdfkit'
import { formatMinor } from './decimal.ts'
import type { Address, Invoice } from './invoice.ts'
import { ink, inkMuted, type PageWriter } from './pdf-page.ts'
import { isOutsideScope } from './to-cii.ts'
import { type Totals, totalInvoice } from './total-invoice.ts'

export type InvoiceTexts = typeof en
type Document = InstanceType<typeof PDFDocument>

/** Points. The address stands where a window envelope shows it. */
const page = { left: 57, right: 538, top: 57, bottom: 742, height: 842 } as const
const width = page.right - page.left
/** Right edges of the columns with figures, and where descriptions begin and how wide they are. */
const columns = { position: page.left, description: 84, descriptionWidth: 190, quantity: 338, price: 410, tax: 462, net: page.right } as const

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
    if (line.description) write.text(line.description, columns.description, y + used, { size: 8.5, colour: inkMuted, width: columns.descriptionWidth })
    const unit = line.unit === 'C62' ? '' : ` ${texts.units[line.unit]}`
    write.text(`${formats.decimal(line.quantity)}${unit}`, columns.quantity, y, { align: 'right' })
    write.text(formats.price(line.price), columns.price, y, { align: 'right' })
    write.text(line.tax.category === 'S' ? `${formats.decimal(line.tax.rate)} %` : texts.noTax, columns.tax, y, { align: 'right' })
    write.text(formats.money(totals.lineNets[index] ?? 0), columns.net, y, { align: 'right' })
    y += height + 8
    write.rule(page.left, y - 4, width)
  }
  if (y + 190 > page.bottom) y = nextPage(doc)
  y = drawTotals(write, invoice, totals, texts, formats, y + 8)
  drawPayment(write, invoice, texts, y + 14)
  drawFeet(doc, write, invoice, texts)
}

interface Formats {
  readonly money: (minor: number) => string
  readonly decimal: (text: string) => string
  /** In the major unit, with all its decimals and at least two. */
  readonly price: (text: string) => string
  readonly date: (day: string) => string
}

function formatsOf({ language, currency }: Invoice): Formats {
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 12, minimumFractionDigits: 0 })
  const price = new Intl.NumberFormat(locale, { maximumFractionDigits: 12, minimumFractionDigits: 2 })
  const date = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
  return {
    money: (minor) => money.format(formatMinor(minor) as `${number}`),
    decimal: (text) => decimal.format(text as `${number}`),
    price: (text) => price.format(text as `${number}`),
    date: (day) => date.format(new Date(`${day}T12:00:00Z`)),
  }
}

function drawHead(write: PageWriter, invoice: Invoice, texts: InvoiceTexts, formats: Formats): number {
  const { seller, buyer } = invoice
  write.text(seller.name, page.left, page.top, { size: 13, weight: 'bold' })
  write.text([seller.name, seller.address.street, `${seller.address.postalCode} ${seller.address.city}`].join(' · '), page.left, 124, {
    size: 7.5,
    colour: inkMuted,
    width: 240,
  })
  let y = 142
  for (const line of [buyer.name, ...addressLines(buyer.address, seller.address, invoice.language)])
    y += write.text(line, page.left, y, { size: 10.5, width: 240 })

  const showsIds = !isOutsideScope(invoice.lines)
  const facts: [string, string | null | undefined][] = [
    [texts.number, invoice.number],
    [texts.issuedOn, formats.date(invoice.issuedOn)],
    [texts.period, `${formats.date(invoice.period.from)} – ${formats.date(invoice.period.to)}`],
    [texts.dueOn, invoice.dueOn === null ? null : formats.date(invoice.dueOn)],
    [texts.purchaseOrder, buyer.purchaseOrder],
    [texts.buyerReference, buyer.reference],
    [texts.buyerVatId, showsIds ? buyer.vatId : undefined],
  ]
  let factsY = 124
  for (const [label, value] of facts) {
    if (value == null) continue
    write.text(label, 330, factsY, { size: 8.5, colour: inkMuted, width: 90 })
    factsY += write.text(value, 425, factsY, { size: 8.5, width: page.right - 425 }) + 2
  }
  y = Math.max(y, factsY, 230) + 26
  y += write.text(`${texts.titles[invoice.kind]} ${invoice.number}`, page.left, y, { size: 18, weight: 'bold', width }) + 4
  const { corrects } = invoice
  if (corrects)
    y += write.text(fill(texts.corrects, { number: corrects.number, date: formats.date(corrects.issuedOn) }), page.left, y, { colour: inkMuted, width }) + 2
  for (const note of invoice.notes) y += write.text(note, page.left, y, { width }) + 2
  return y + 14
}

function addressLines(address: Address, seller: Address, language: string): string[] {
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(address.countryCode) ?? address.countryCode
  const lines = [
    address.street,
    address.line2,
    `${address.postalCode} ${address.city}`,
    address.region,
    address.countryCode === seller.countryCode ? undefined : country,
  ]
  return lines.filter((line): line is string => line !== undefined && line !== '')
}

function drawColumnHeads(write: PageWriter, texts: InvoiceTexts, y: number): number {
  const style = { size: 8.5, weight: 'bold', colour: inkMuted } as const
  write.text(texts.columns.position, columns.position, y, style)
  write.text(texts.columns.description, columns.description, y, style)
  for (const name of ['quantity', 'price', 'tax', 'net'] as const) write.text(texts.columns[name], columns[name], y, { ...style, align: 'right' })
  write.rule(page.left, y + 15, width)
  return y + 22
}

function drawTotals(write: PageWriter, invoice: Invoice, totals: Totals, texts: InvoiceTexts, { money, decimal }: Formats, from: number): number {
  let y = from
  const row = (label: string, amount: number, bold = false) => {
    const style = { weight: bold ? 'bold' : 'regular', size: bold ? 11 : 9.5 } as const
    const height = write.text(label, 300, y, { ...style, width: 160, colour: bold ? ink : inkMuted })
    write.text(money(amount), page.right, y, { ...style, align: 'right' })
    y += height + 4
  }
  row(texts.net, totals.net)
  for (const group of totals.groups)
    row(fill(group.category === 'S' ? texts.taxLine : texts.untaxedLine, { rate: decimal(group.rate), net: money(group.net) }), group.tax)
  row(texts.gross, totals.gross, totals.prepaid === 0)
  if (totals.prepaid !== 0) {
    row(texts.prepaid, -totals.prepaid)
    row(texts.due, totals.due, true)
  }
  for (const reason of new Set(totals.groups.map((group) => group.reason))) {
    if (reason !== undefined) y += write.text(fill(texts.reason, { reason }), page.left, y + 4, { width }) + 4
  }
  return y
}

function drawPayment(write: PageWriter, { payment }: Invoice, texts: InvoiceTexts, from: number): void {
  let y = from + write.text(texts.payment, page.left, from, { weight: 'bold' }) + 2
  const lines = [
    payment.terms,
    payment.iban && fill(texts.transferTo, { holder: payment.accountHolder ?? '', iban: payment.iban.replaceAll(/(.{4})(?=.)/gu, '$1 ') }),
    payment.iban && payment.bic && fill(texts.bic, { bic: payment.bic }),
    payment.iban && fill(texts.paymentReference, { reference: payment.reference }),
    payment.cardLast4 && fill(texts.card, { last4: payment.cardLast4 }),
  ]
  for (const line of lines) if (line) y += write.text(line, page.left, y, { width }) + 1
}

function drawFeet(doc: Document, write: PageWriter, { seller, lines }: Invoice, texts: InvoiceTexts): void {
  const { count } = doc.bufferedPageRange()
  const ids = [
    seller.vatId && !isOutsideScope(lines) ? `${texts.vatId} ${seller.vatId}` : '',
    seller.taxNumber ? fill(texts.taxNumber, { number: seller.taxNumber }) : '',
    seller.registerNumber ? fill(texts.register, { number: seller.registerNumber }) : '',
  ]
  const who = [seller.name, seller.address.street, `${seller.address.postalCode} ${seller.address.city}`, seller.email, ...ids]
    .filter((part) => part !== '')
    .join(' · ')
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    write.rule(page.left, 772, width)
    const height = write.text(who, page.left, 779, { size: 7.5, colour: inkMuted, width: width - 70 })
    write.text(texts.attached, page.left, 779 + height, { size: 7.5, colour: inkMuted, width: width - 70 })
    write.text(fill(texts.page, { page: String(index + 1), pages: String(count) }), page.right, 779, { size: 7.5, colour: inkMuted, align: 'right' })
  }
}

function nextPage(doc: Document): number {
  doc.addPage()
  return page.top
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (place, name: string) => values[name] ?? place)
}
