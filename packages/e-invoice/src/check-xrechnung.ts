import { minorOf, multiply, parseDecimal, toMinor } from './decimal.ts'
import { isIban } from './iban.ts'
import type { Node } from './read-cii.ts'
import { places, type Rule } from './rule.ts'

/** What XRechnung 3.0 asks for beyond EN 16931, with the rules that it takes over from Peppol. Warnings of its checker count as rules here. */
export function checkXRechnung(document: Node, rule: Rule): void {
  const has = (path: string) => document.one(path) !== null
  rule('PEPPOL-EN16931-R001', has(`${places.context}/BusinessProcessSpecifiedDocumentContextParameter/ID`))
  rule('BR-DE-21', document.one(`${places.context}/GuidelineSpecifiedDocumentContextParameter/ID`) === specification)
  rule('BR-DE-15', has(`${places.agreement}/BuyerReference`))
  checkSeller(document, rule)
  rule('BR-DE-8', has(`${places.buyer}/PostalTradeAddress/CityName`))
  rule('BR-DE-9', has(`${places.buyer}/PostalTradeAddress/PostcodeCode`))
  rule('PEPPOL-EN16931-R010', has(`${places.buyer}/URIUniversalCommunication/URIID`))
  const groups = document.all(`${places.settlement}/ApplicableTradeTax`)
  for (const group of groups) rule('BR-DE-14', group.one('RateApplicablePercent') !== null)
  rule(
    'BR-DE-16',
    groups.every((group) => group.one('CategoryCode') === 'O') ||
      document.all(`${places.seller}/SpecifiedTaxRegistration/ID`).length > 0,
  )
  for (const line of document.all(places.line)) rule('PEPPOL-EN16931-R120', isProduct(line))
  checkMeans(document, rule)
  // Lines that begin so promise a discount in a form of its own, and none is given here.
  const terms = document.one(`${places.terms}/Description`) ?? ''
  rule(
    'BR-DE-18',
    terms.split('\n').every((text) => !text.trim().startsWith('#')),
  )
}

const specification = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'

function checkSeller(document: Node, rule: Rule): void {
  const text = (path: string) => document.one(`${places.seller}/${path}`)
  rule('BR-DE-2', document.all(`${places.seller}/DefinedTradeContact`).length > 0)
  rule('BR-DE-3', text('PostalTradeAddress/CityName') !== null)
  rule('BR-DE-4', text('PostalTradeAddress/PostcodeCode') !== null)
  rule(
    'BR-DE-5',
    text('DefinedTradeContact/PersonName') !== null || text('DefinedTradeContact/DepartmentName') !== null,
  )
  const phone = text('DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber')
  rule('BR-DE-6', phone !== null)
  rule('BR-DE-27', (phone?.match(/\d/gu) ?? []).length >= 3)
  const email = text('DefinedTradeContact/EmailURIUniversalCommunication/URIID')
  rule('BR-DE-7', email !== null)
  rule('BR-DE-28', /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/u.test(email ?? ''))
  rule('PEPPOL-EN16931-R020', text('URIUniversalCommunication/URIID') !== null)
}

/** Each means of payment has its own particulars and none of the others. */
function checkMeans(document: Node, rule: Rule): void {
  const means = document.all(places.means)
  rule('BR-DE-1', means.length > 0)
  const mandate = document.one(`${places.terms}/DirectDebitMandateID`)
  const creditor = document.one(`${places.settlement}/CreditorReferenceID`)
  for (const node of means) {
    const [account, debited] = [
      node.one('PayeePartyCreditorFinancialAccount/IBANID'),
      node.one('PayerPartyDebtorFinancialAccount/IBANID'),
    ]
    const hasCard = node.all('ApplicableTradeSettlementFinancialCard').length > 0
    const isDebit = mandate !== null || creditor !== null || debited !== null
    switch (node.one('TypeCode')) {
      case '30':
      case '58':
        rule('BR-DE-19', node.one('TypeCode') === '30' || isIban(account ?? ''))
        rule('BR-DE-23-a', node.all('PayeePartyCreditorFinancialAccount').length > 0)
        rule('BR-DE-23-b', !hasCard && !isDebit)
        break
      case '48':
        rule('BR-DE-24-a', hasCard)
        rule('BR-DE-24-b', account === null && !isDebit)
        break
      case '59':
        rule('BR-DE-20', isIban(debited ?? ''))
        rule('BR-DE-25-a', isDebit)
        rule(
          'BR-DE-25-b',
          account === null && !hasCard && node.one('PayeeSpecifiedCreditorFinancialInstitution/BICID') === null,
        )
        rule('PEPPOL-EN16931-R061', mandate !== null)
        break
      default:
    }
    rule('BR-DE-30', !isDebit || creditor !== null)
    rule('BR-DE-31', !isDebit || debited !== null)
  }
}

/** Whether a line comes to quantity times price, give or take two minor units. */
function isProduct(line: Node): boolean {
  const [quantity, price, net] = [
    line.one('SpecifiedLineTradeDelivery/BilledQuantity'),
    line.one('SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'),
    minorOf(line.one('SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount')),
  ]
  if (quantity === null || price === null || net === null) return false
  return Math.abs(toMinor(multiply(parseDecimal(quantity), parseDecimal(price))) - net) <= 2
}
