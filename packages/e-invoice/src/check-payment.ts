import { minorOf } from './decimal.ts'
import type { Node } from './read-cii.ts'
import { places, type Rule } from './rule.ts'

/** UNTDID 4461: transfers, cards, direct debits, clearing between partners, and what both sides agreed on. */
const means = new Set(['30', '48', '49', '57', '58', '59', '97', 'ZZZ'])

/** How and when what is due is to be paid, and which document is corrected. */
export function checkPayment(document: Node, rule: Rule): void {
  const due = minorOf(document.one(`${places.sums}/DuePayableAmount`)) ?? 0
  const terms = document.all(places.terms)
  rule(
    'BR-CO-25',
    due <= 0 ||
      terms.some((node) => node.one('DueDateDateTime/DateTimeString') !== null || node.one('Description') !== null),
  )
  rule('CII-SR-452', terms.length <= 1)
  rule(
    'CII-SR-453',
    terms.every((node) => node.all('Description').length <= 1),
  )
  for (const node of document.all(places.means)) checkMeans(node, rule)
  for (const reference of document.all(`${places.settlement}/InvoiceReferencedDocument`))
    rule('BR-55', reference.one('IssuerAssignedID') !== null)
}

function checkMeans(node: Node, rule: Rule): void {
  const code = node.one('TypeCode')
  rule('BR-49', code !== null)
  rule('BR-CL-16', means.has(code ?? ''))
  const accounts = node.all('PayeePartyCreditorFinancialAccount')
  const isNamed = (account: Node) => account.one('IBANID') !== null || account.one('ProprietaryID') !== null
  rule('BR-50', accounts.every(isNamed))
  rule('BR-61', !['30', '58'].includes(code ?? '') || accounts.some(isNamed))
  // Of a card at most the first six and the last four digits are shown.
  rule(
    'BR-51',
    node.all('ApplicableTradeSettlementFinancialCard').every((card) => /^\w{0,6}\d{4}$/u.test(card.one('ID') ?? '')),
  )
}
