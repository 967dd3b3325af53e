import { currencies } from './code-lists.ts'
import type { Node } from './read-cii.ts'
import { places, type Rule } from './rule.ts'

/** UN/ECE recommendation 20: the units that lines have here. */
const units = new Set(['C62', 'MON', 'ANN', 'H87'])

/** What a document and each of its lines have to say, each of it once. */
export function checkPresence(document: Node, rule: Rule): void {
  const has = (path: string) => document.one(path) !== null
  const isOnce = (path: string) => document.all(path).length === 1
  rule('BR-01', has(`${places.context}/GuidelineSpecifiedDocumentContextParameter/ID`))
  rule('CII-SR-009', isOnce(`${places.context}/GuidelineSpecifiedDocumentContextParameter`))
  rule('BR-02', has(`${places.document}/ID`))
  rule('BR-03', isDay(document.all(`${places.document}/IssueDateTime/DateTimeString`)[0]))
  rule('BR-04', has(`${places.document}/TypeCode`))
  rule('CII-SR-014', isOnce(`${places.document}/TypeCode`))
  rule('BR-05', has(`${places.settlement}/InvoiceCurrencyCode`))
  rule('BR-CL-01', ['380', '381', '384', '389'].includes(document.one(`${places.document}/TypeCode`) ?? ''))
  rule('BR-CL-04', currencies.has(document.one(`${places.settlement}/InvoiceCurrencyCode`) ?? ''))
  checkDates(document, rule)
  const lines = document.all(places.line)
  rule('BR-16', lines.length > 0)
  for (const line of lines) checkLine(line, rule)
}

function checkDates(document: Node, rule: Rule): void {
  const period = `${places.settlement}/BillingSpecifiedPeriod`
  const [from, to] = ['StartDateTime', 'EndDateTime'].map((name) => document.one(`${period}/${name}/DateTimeString`))
  rule('BR-29', from == null || to == null || from <= to)
  rule('BR-CO-19', document.all(period).length === 0 || from != null || to != null)
  const days = [
    `${places.document}/IssueDateTime`,
    `${places.delivery}/ActualDeliverySupplyChainEvent/OccurrenceDateTime`,
    `${period}/StartDateTime`,
    `${period}/EndDateTime`,
    `${places.terms}/DueDateDateTime`,
    `${places.settlement}/InvoiceReferencedDocument/FormattedIssueDateTime`,
  ].flatMap((path) => document.all(`${path}/DateTimeString`))
  for (const day of days) rule('CII-DT-097', isDay(day))
}

function checkLine(line: Node, rule: Rule): void {
  const quantity = line.all('SpecifiedLineTradeDelivery/BilledQuantity')[0]
  const prices = line.all('SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount')
  const price = prices[0]?.text ?? null
  rule('BR-21', line.one('AssociatedDocumentLineDocument/LineID') !== null)
  rule('BR-22', quantity?.text != null)
  rule('BR-23', quantity?.attribute('unitCode') != null)
  rule('BR-CL-23', units.has(quantity?.attribute('unitCode') ?? ''))
  rule(
    'BR-24',
    line.one('SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount') !== null,
  )
  rule('BR-25', line.one('SpecifiedTradeProduct/Name') !== null)
  rule('BR-26', price !== null)
  rule('BR-27', price === null || !price.startsWith('-'))
  rule('CII-SR-439', prices.length === 1)
  const taxes = line.all('SpecifiedLineTradeSettlement/ApplicableTradeTax')
  rule(
    'BR-CO-04',
    taxes.some((tax) => tax.one('TypeCode') === 'VAT' && tax.one('CategoryCode') !== null),
  )
  rule('CII-SR-454', taxes.length === 1)
}

/** `20261130` in the format 102, and in the calendar. */
function isDay(node: Node | undefined): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/u.exec(node?.text ?? '') ?? []
  if (node?.attribute('format') !== '102' || year === undefined) return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}
