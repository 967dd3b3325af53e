import { minorOf } from './decimal.ts'
import { type Node, readXml } from './read-cii.ts'
import { checkTaxRules } from './check-tax-rules.ts'
import type { Rule, RuleId } from './rule.ts'

const root = 'CrossIndustryInvoice'
const transaction = `${root}/SupplyChainTradeTransaction`
const agreement = `${transaction}/ApplicableHeaderTradeAgreement`
const settlement = `${transaction}/ApplicableHeaderTradeSettlement`
const sums = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`

/**
 * Holds a Cross Industry Invoice against the business rules of EN 16931-1 (clause 6.4) that can apply to what this package
 * writes: presence, sums, VAT categories, decimals and code lists. Answers the ids of those it breaks, empty when it breaks
 * none. Written from the text of the standard and not from the generator, so that one finds the faults of the other.
 */
export function checkRules(xml: string): RuleId[] {
  const document = readXml(xml)
  const broken = new Set<RuleId>()
  const rule = (id: RuleId, holds: boolean) => void (holds || broken.add(id))
  checkPresence(document, rule)
  checkParties(document, rule)
  checkSums(document, rule)
  checkPayment(document, rule)
  checkTaxRules(document, rule)
  return [...broken]
}

function checkPresence(document: Node, rule: Rule): void {
  const has = (path: string) => document.one(path) !== null
  rule('BR-01', has(`${root}/ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID`))
  rule('BR-02', has(`${root}/ExchangedDocument/ID`))
  rule('BR-03', /^\d{8}$/u.test(document.one(`${root}/ExchangedDocument/IssueDateTime/DateTimeString`) ?? ''))
  rule('BR-04', has(`${root}/ExchangedDocument/TypeCode`))
  rule('BR-05', has(`${settlement}/InvoiceCurrencyCode`))
  rule('BR-CL-01', ['380', '381', '384', '389'].includes(document.one(`${root}/ExchangedDocument/TypeCode`) ?? ''))
  rule('BR-CL-04', /^[A-Z]{3}$/u.test(document.one(`${settlement}/InvoiceCurrencyCode`) ?? ''))
  rule('BR-12', has(`${sums}/LineTotalAmount`))
  rule('BR-13', has(`${sums}/TaxBasisTotalAmount`))
  rule('BR-14', has(`${sums}/GrandTotalAmount`))
  rule('BR-15', has(`${sums}/DuePayableAmount`))
  const [from, to] = ['StartDateTime', 'EndDateTime'].map((name) => document.one(`${settlement}/BillingSpecifiedPeriod/${name}/DateTimeString`))
  rule('BR-29', from == null || to == null || from <= to)
  rule('BR-CO-19', document.all(`${settlement}/BillingSpecifiedPeriod`).length === 0 || from != null || to != null)
  const lines = document.all(`${transaction}/IncludedSupplyChainTradeLineItem`)
  rule('BR-16', lines.length > 0)
  for (const line of lines) {
    rule('BR-21', line.one('AssociatedDocumentLineDocument/LineID') !== null)
    rule('BR-22', line.one('SpecifiedLineTradeDelivery/BilledQuantity') !== null)
    rule('BR-23', line.all('SpecifiedLineTradeDelivery/BilledQuantity')[0]?.attribute('unitCode') != null)
    rule('BR-24', line.one('SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount') !== null)
    rule('BR-25', line.one('SpecifiedTradeProduct/Name') !== null)
    const price = line.one('SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount')
    rule('BR-26', price !== null)
    rule('BR-27', price === null || !price.startsWith('-'))
    rule('BR-CO-04', line.one('SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode') !== null)
  }
}

function checkParties(document: Node, rule: Rule): void {
  const [seller, buyer] = ['SellerTradeParty', 'BuyerTradeParty'].map((name) => document.all(`${agreement}/${name}`)[0])
  rule('BR-06', seller?.one('Name') != null)
  rule('BR-07', buyer?.one('Name') != null)
  rule('BR-08', (seller?.all('PostalTradeAddress').length ?? 0) > 0)
  rule('BR-09', seller?.one('PostalTradeAddress/CountryID') != null)
  rule('BR-10', (buyer?.all('PostalTradeAddress').length ?? 0) > 0)
  rule('BR-11', buyer?.one('PostalTradeAddress/CountryID') != null)
  for (const party of [seller, buyer]) {
    rule('BR-CL-14', /^[A-Z]{2}$/u.test(party?.one('PostalTradeAddress/CountryID') ?? ''))
    for (const id of party?.all('URIUniversalCommunication/URIID') ?? []) rule(party === seller ? 'BR-62' : 'BR-63', id.attribute('schemeID') !== null)
    for (const id of party?.all('SpecifiedTaxRegistration/ID') ?? [])
      rule('BR-CO-09', id.attribute('schemeID') !== 'VA' || /^(?:EL|XI|[A-Z]{2})[A-Z\d+*.]{2,}$/u.test(id.text ?? ''))
  }
  const isNamed = seller?.one('ID') != null || seller?.one('SpecifiedLegalOrganization/ID') != null
  rule('BR-CO-26', isNamed || (seller?.all('SpecifiedTaxRegistration/ID').some((id) => id.attribute('schemeID') === 'VA') ?? false))
}

function checkSums(document: Node, rule: Rule): void {
  const amount = (path: string) => minorOf(document.one(path))
  const lines = document.all(`${transaction}/IncludedSupplyChainTradeLineItem`)
  const lineTotals = lines.map((line) => line.one('SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'))
  const groups = document.all(`${settlement}/ApplicableTradeTax`)
  const [net, basis, gross, due] = ['LineTotalAmount', 'TaxBasisTotalAmount', 'GrandTotalAmount', 'DuePayableAmount'].map((name) => amount(`${sums}/${name}`))
  const taxes = document.all(`${sums}/TaxTotalAmount`)
  const tax = minorOf(taxes[0]?.text ?? null) ?? 0
  rule('BR-CO-10', net === add(lineTotals.map(minorOf)))
  rule('BR-CO-13', basis === net)
  rule('BR-CO-14', taxes.length === 0 || tax === add(groups.map((group) => minorOf(group.one('CalculatedAmount')))))
  rule('BR-CO-15', gross === add([basis ?? null, tax]))
  rule('BR-CO-16', due === add([gross ?? null, -(amount(`${sums}/TotalPrepaidAmount`) ?? 0)]))
  rule(
    'BR-53',
    taxes.every((node) => node.attribute('currencyID') === document.one(`${settlement}/InvoiceCurrencyCode`)),
  )
  const all = [
    ...lineTotals,
    ...['LineTotalAmount', 'TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount', 'TotalPrepaidAmount', 'DuePayableAmount'].map((name) =>
      document.one(`${sums}/${name}`),
    ),
  ]
  rule(
    'BR-DEC-09',
    all.every((text) => text === null || /^-?\d+(?:\.\d{1,2})?$/u.test(text)),
  )
}

function checkPayment(document: Node, rule: Rule): void {
  const due = minorOf(document.one(`${sums}/DuePayableAmount`)) ?? 0
  const terms = document.all(`${settlement}/SpecifiedTradePaymentTerms`)
  const isCredit = document.one(`${root}/ExchangedDocument/TypeCode`) === '381'
  rule('BR-CO-25', due <= 0 || isCredit || terms.some((node) => node.one('DueDateDateTime/DateTimeString') !== null || node.one('Description') !== null))
  for (const means of document.all(`${settlement}/SpecifiedTradeSettlementPaymentMeans`)) {
    const code = means.one('TypeCode')
    rule('BR-49', code !== null)
    rule('BR-CL-16', ['30', '48', '49', '57', '58', '59', '97'].includes(code ?? ''))
    rule('BR-61', !['30', '58'].includes(code ?? '') || means.one('PayeePartyCreditorFinancialAccount/IBANID') !== null)
    const account = means.all('PayeePartyCreditorFinancialAccount')
    rule(
      'BR-50',
      account.every((node) => node.one('IBANID') !== null || node.one('ProprietaryID') !== null),
    )
    rule(
      'BR-51',
      means.all('ApplicableTradeSettlementFinancialCard').every((card) => /\d{4,6}$/u.test(card.one('ID') ?? '')),
    )
  }
  for (const reference of document.all(`${settlement}/InvoiceReferencedDocument`)) rule('BR-55', reference.one('IssuerAssignedID') !== null)
}

/** Null as soon as one is missing. */
function add(values: readonly (number | null)[]): number | null {
  let total = 0
  for (const value of values) {
    if (value === null) return null
    total += value
  }
  return total
}
