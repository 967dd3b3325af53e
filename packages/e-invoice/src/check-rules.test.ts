import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRules } from './check-rules.ts'
import type { Invoice } from './invoice.ts'
import { authority, domestic, exempt, outsideScope, reverseCharge, taxedAs } from './testing/sample-invoices.ts'
import { toCii } from './to-cii.ts'

type Falsify = (xml: string) => string

/** Without the first element of the name, or all of them. */
const drop =
  (name: string, flags = 'u'): Falsify =>
  (xml) =>
    xml.replace(new RegExp(`\\s*<ram:${name}(?: [^>]*)?>[\\s\\S]*?</ram:${name}>`, flags), '')
const dropAll = (name: string) => drop(name, 'gu')
/** With another text in the first element of the name. */
const say =
  (name: string, text: string): Falsify =>
  (xml) =>
    xml.replace(new RegExp(`(<ram:${name}(?: [^>]*)?>)[^<]*`, 'u'), `$1${text}`)
/** With the first element of the name twice. */
const twice =
  (name: string): Falsify =>
  (xml) =>
    xml.replace(new RegExp(`<ram:${name}(?: [^>]*)?>[\\s\\S]*?</ram:${name}>`, 'u'), '$&$&')
const swap =
  (from: string, to: string): Falsify =>
  (xml) =>
    xml.replace(from, to)
/** Only between the beginning and the end of an element. */
const within =
  (name: string, falsify: Falsify): Falsify =>
  (xml) =>
    xml.replace(new RegExp(`<ram:${name}>[\\s\\S]*?</ram:${name}>`, 'u'), falsify)
const seller = (falsify: Falsify) => within('SellerTradeParty', falsify)
const buyer = (falsify: Falsify) => within('BuyerTradeParty', falsify)
const header = (falsify: Falsify) => within('ApplicableHeaderTradeSettlement', falsify)
const line = (falsify: Falsify) => within('IncludedSupplyChainTradeLineItem', falsify)

const card: Invoice = { ...domestic, payment: { means: '48', cardLast4: '4242', reference: '1', terms: 'Charged' } }
const debit: Invoice = {
  ...domestic,
  payment: {
    means: '59',
    reference: '1',
    terms: 'Collected',
    mandate: { reference: 'M-1', creditorId: 'DE98ZZZ09999999999', iban: 'DE02120300000000202051' },
  },
}
const credit: Invoice = {
  ...domestic,
  kind: 'CREDIT_NOTE',
  dueOn: null,
  corrects: { number: '2026-000122', issuedOn: '2026-11-02' },
}
const [reverse, outside, free] = [
  taxedAs(domestic, reverseCharge),
  taxedAs(domestic, outsideScope),
  taxedAs(domestic, exempt),
]
const taxGroup = (category: string) => `<ram:CategoryCode>${category}</ram:CategoryCode>`

/** For each rule an invoice that keeps it, and what breaks it. */
const core: [string, Invoice, Falsify][] = [
  ['BR-01', domestic, say('ID', '')],
  ['BR-02', domestic, swap('<ram:ID>2026-000123</ram:ID>', '')],
  ['BR-03', domestic, swap('>20261201<', '>2026-12-01<')],
  ['BR-04', domestic, say('TypeCode', '')],
  ['BR-05', domestic, dropAll('InvoiceCurrencyCode')],
  ['BR-06', domestic, seller(drop('Name'))],
  ['BR-07', domestic, buyer(drop('Name'))],
  ['BR-08', domestic, seller(drop('PostalTradeAddress'))],
  ['BR-09', domestic, seller(drop('CountryID'))],
  ['BR-10', domestic, buyer(drop('PostalTradeAddress'))],
  ['BR-11', domestic, buyer(drop('CountryID'))],
  ['BR-12', domestic, header(drop('LineTotalAmount'))],
  ['BR-13', domestic, drop('TaxBasisTotalAmount')],
  ['BR-14', domestic, drop('GrandTotalAmount')],
  ['BR-15', domestic, drop('DuePayableAmount')],
  ['BR-16', domestic, dropAll('IncludedSupplyChainTradeLineItem')],
  ['BR-21', domestic, say('LineID', '')],
  ['BR-22', domestic, drop('BilledQuantity')],
  ['BR-23', domestic, swap(' unitCode="MON"', '')],
  ['BR-24', domestic, drop('LineTotalAmount')],
  ['BR-25', domestic, line(drop('Name'))],
  ['BR-26', domestic, drop('ChargeAmount')],
  ['BR-27', domestic, say('ChargeAmount', '-39.00')],
  ['BR-29', domestic, swap('20261101', '20271101')],
  ['BR-45', domestic, drop('BasisAmount')],
  ['BR-46', domestic, drop('CalculatedAmount')],
  ['BR-47', domestic, header(drop('CategoryCode'))],
  ['BR-48', domestic, header(drop('RateApplicablePercent'))],
  ['BR-49', domestic, within('SpecifiedTradeSettlementPaymentMeans', drop('TypeCode'))],
  ['BR-50', domestic, say('IBANID', '')],
  ['BR-51', card, swap('XXXXXX4242', '4242424242424242')],
  ['BR-55', credit, swap('<ram:IssuerAssignedID>2026-000122</ram:IssuerAssignedID>', '')],
  ['BR-61', domestic, drop('PayeePartyCreditorFinancialAccount')],
  ['BR-62', domestic, seller(swap('<ram:URIID schemeID="EM">', '<ram:URIID>'))],
  ['BR-63', domestic, buyer(swap('<ram:URIID schemeID="EM">', '<ram:URIID>'))],
  ['BR-CL-01', domestic, swap('>380<', '>999<')],
  ['BR-CL-03', domestic, swap('currencyID="EUR"', 'currencyID="CHF"')],
  ['BR-CL-04', domestic, say('InvoiceCurrencyCode', 'DEM')],
  ['BR-CL-14', domestic, say('CountryID', 'UK')],
  ['BR-CL-16', domestic, swap('>58<', '>158<')],
  ['BR-CL-18', domestic, swap(taxGroup('S'), taxGroup('X'))],
  ['BR-CL-22', reverse, say('ExemptionReasonCode', 'VATEX-EU-O')],
  ['BR-CL-23', domestic, swap('unitCode="MON"', 'unitCode="MONTH"')],
  ['BR-CL-25', domestic, swap('schemeID="EM"', 'schemeID="MAIL"')],
  ['BR-CO-04', domestic, line(drop('CategoryCode'))],
  ['BR-CO-09', domestic, swap('>DE123456788<', '>123456788<')],
  ['BR-CO-10', domestic, say('LineTotalAmount', '40.00')],
  ['BR-CO-13', domestic, say('TaxBasisTotalAmount', '1.00')],
  ['BR-CO-14', domestic, say('TaxTotalAmount', '0.01')],
  ['BR-CO-15', domestic, say('GrandTotalAmount', '1.00')],
  ['BR-CO-16', domestic, say('DuePayableAmount', '1.00')],
  ['BR-CO-17', domestic, say('CalculatedAmount', '1.00')],
  ['BR-CO-18', domestic, header(dropAll('ApplicableTradeTax'))],
  [
    'BR-CO-19',
    domestic,
    within('BillingSpecifiedPeriod', () => '<ram:BillingSpecifiedPeriod></ram:BillingSpecifiedPeriod>'),
  ],
  ['BR-CO-25', credit, drop('SpecifiedTradePaymentTerms')],
  ['BR-CO-26', domestic, seller((xml) => dropAll('SpecifiedTaxRegistration')(drop('SpecifiedLegalOrganization')(xml)))],
  ['BR-DEC-09', domestic, header(say('LineTotalAmount', '42.700'))],
  ['BR-DEC-12', domestic, say('TaxBasisTotalAmount', '42.700')],
  ['BR-DEC-13', domestic, say('TaxTotalAmount', '8.110')],
  ['BR-DEC-14', domestic, say('GrandTotalAmount', '50.810')],
  ['BR-DEC-16', { ...domestic, prepaid: 100 }, say('TotalPrepaidAmount', '1.000')],
  ['BR-DEC-18', domestic, say('DuePayableAmount', '50.810')],
  ['BR-DEC-19', domestic, say('BasisAmount', '42.700')],
  ['BR-DEC-20', domestic, say('CalculatedAmount', '8.110')],
  ['BR-DEC-23', domestic, say('LineTotalAmount', '39.000')],
  ['BR-S-01', domestic, header(swap(taxGroup('S'), taxGroup('E')))],
  ['BR-S-02', domestic, seller(dropAll('SpecifiedTaxRegistration'))],
  ['BR-S-05', domestic, say('RateApplicablePercent', '0')],
  ['BR-S-08', domestic, say('BasisAmount', '1.00')],
  ['BR-S-09', domestic, say('CalculatedAmount', '1.00')],
  ['BR-S-10', domestic, swap('<ram:BasisAmount>', '<ram:ExemptionReason>None</ram:ExemptionReason><ram:BasisAmount>')],
  ['BR-AE-01', reverse, header(swap(taxGroup('AE'), taxGroup('E')))],
  ['BR-AE-02', reverse, buyer(drop('SpecifiedTaxRegistration'))],
  ['BR-AE-05', reverse, say('RateApplicablePercent', '19')],
  ['BR-AE-08', reverse, say('BasisAmount', '1.00')],
  ['BR-AE-09', reverse, say('CalculatedAmount', '1.00')],
  ['BR-AE-10', reverse, (xml) => drop('ExemptionReasonCode')(drop('ExemptionReason')(xml))],
  ['BR-E-01', free, header(swap(taxGroup('E'), taxGroup('AE')))],
  ['BR-E-02', free, seller(dropAll('SpecifiedTaxRegistration'))],
  ['BR-E-05', free, say('RateApplicablePercent', '7')],
  ['BR-E-08', free, say('BasisAmount', '1.00')],
  ['BR-E-09', free, say('CalculatedAmount', '1.00')],
  ['BR-E-10', free, drop('ExemptionReason')],
  ['BR-O-01', outside, header(swap(taxGroup('O'), taxGroup('E')))],
  ['BR-O-02', outside, swap('schemeID="FC"', 'schemeID="VA"')],
  ['BR-O-05', outside, swap(taxGroup('O'), `${taxGroup('O')}<ram:RateApplicablePercent>0</ram:RateApplicablePercent>`)],
  ['BR-O-08', outside, say('BasisAmount', '1.00')],
  ['BR-O-09', outside, say('CalculatedAmount', '1.00')],
  ['BR-O-10', outside, (xml) => drop('ExemptionReasonCode')(drop('ExemptionReason')(xml))],
  ['BR-O-11', outside, header(twice('ApplicableTradeTax'))],
  ['BR-O-12', outside, swap(taxGroup('O'), taxGroup('S'))],
  ['CII-DT-097', domestic, swap('>20261215<', '>20261315<')],
  ['CII-SR-009', domestic, twice('GuidelineSpecifiedDocumentContextParameter')],
  ['CII-SR-014', domestic, twice('TypeCode')],
  ['CII-SR-439', domestic, twice('ChargeAmount')],
  ['CII-SR-452', domestic, twice('SpecifiedTradePaymentTerms')],
  ['CII-SR-453', domestic, header(twice('Description'))],
  ['CII-SR-454', domestic, line(twice('ApplicableTradeTax'))],
  ['CII-SR-455', domestic, twice('DefinedTradeContact')],
  ['CII-SR-459', domestic, seller(twice('URIUniversalCommunication'))],
  ['CII-SR-460', domestic, buyer(twice('URIUniversalCommunication'))],
]

const asXRechnung = (invoice: Invoice): Invoice => ({ ...invoice, profile: 'XRECHNUNG', buyer: authority.buyer })
const [cardX, debitX, outsideX] = [asXRechnung(card), asXRechnung(debit), asXRechnung(outside)]
const account =
  '<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE02120300000000202051</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>'
const afterMeans = (xml: string, more: string) =>
  xml.replace('</ram:SpecifiedTradeSettlementPaymentMeans>', `${more}$&`)
const german: [string, Invoice, Falsify][] = [
  ['BR-DE-1', authority, drop('SpecifiedTradeSettlementPaymentMeans')],
  ['BR-DE-2', authority, drop('DefinedTradeContact')],
  ['BR-DE-3', authority, seller(drop('CityName'))],
  ['BR-DE-4', authority, seller(drop('PostcodeCode'))],
  ['BR-DE-5', authority, drop('PersonName')],
  ['BR-DE-6', authority, drop('CompleteNumber')],
  ['BR-DE-7', authority, drop('EmailURIUniversalCommunication')],
  ['BR-DE-8', authority, buyer(drop('CityName'))],
  ['BR-DE-9', authority, buyer(drop('PostcodeCode'))],
  ['BR-DE-14', outsideX, header(drop('RateApplicablePercent'))],
  ['BR-DE-15', authority, drop('BuyerReference')],
  ['BR-DE-16', authority, seller(dropAll('SpecifiedTaxRegistration'))],
  ['BR-DE-18', authority, header(say('Description', '#SKONTO#TAGE=7#'))],
  ['BR-DE-19', authority, say('IBANID', 'DE02120300000000202052')],
  ['BR-DE-20', debitX, say('IBANID', 'DE02120300000000202052')],
  ['BR-DE-21', authority, swap('xrechnung_3.0', 'xrechnung_2.3')],
  ['BR-DE-23-a', authority, drop('PayeePartyCreditorFinancialAccount')],
  [
    'BR-DE-23-b',
    authority,
    (xml) =>
      afterMeans(
        xml,
        '<ram:ApplicableTradeSettlementFinancialCard><ram:ID>4242</ram:ID></ram:ApplicableTradeSettlementFinancialCard>',
      ),
  ],
  ['BR-DE-24-a', cardX, drop('ApplicableTradeSettlementFinancialCard')],
  ['BR-DE-24-b', cardX, (xml) => afterMeans(xml, account)],
  [
    'BR-DE-25-a',
    debitX,
    (xml) => drop('PayerPartyDebtorFinancialAccount')(drop('DirectDebitMandateID')(drop('CreditorReferenceID')(xml))),
  ],
  ['BR-DE-25-b', debitX, (xml) => afterMeans(xml, account)],
  ['BR-DE-27', authority, say('CompleteNumber', '12')],
  ['BR-DE-28', authority, within('EmailURIUniversalCommunication', say('URIID', 'billing'))],
  ['BR-DE-30', debitX, drop('CreditorReferenceID')],
  ['BR-DE-31', debitX, drop('PayerPartyDebtorFinancialAccount')],
  ['PEPPOL-EN16931-R001', authority, drop('BusinessProcessSpecifiedDocumentContextParameter')],
  ['PEPPOL-EN16931-R010', authority, buyer(drop('URIUniversalCommunication'))],
  ['PEPPOL-EN16931-R020', authority, seller(drop('URIUniversalCommunication'))],
  ['PEPPOL-EN16931-R061', debitX, drop('DirectDebitMandateID')],
  ['PEPPOL-EN16931-R120', authority, say('BilledQuantity', '2')],
]

test.each([...core, ...german])('%s is found in an invoice that breaks it', (id, invoice, falsify) => {
  const xml = toCii(invoice)
  expect(checkRules(xml)).toEqual([])
  expect(falsify(xml)).not.toBe(xml)
  expect(checkRules(falsify(xml))).toContain(id)
})

test('there is an invoice that breaks it for every rule that is checked', () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => /^check-[a-z-]+\.ts$/u.test(name))
  const text = sources.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).join('\n')
  const named = [...text.matchAll(/'((?:BR|CII|PEPPOL)-[A-Z\d]+(?:-[A-Z\d]+)*(?:-[ab])?)'/gu)].map(([, id]) => id)
  const ofCategories = ['S', 'AE', 'E', 'O'].flatMap((category) =>
    [...text.matchAll(/id\('(\d\d)'\)/gu)].map(([, number]) => `BR-${category}-${number}`),
  )
  const checked = [...new Set([...named, ...ofCategories])].toSorted()
  expect(checked.length).toBeGreaterThan(100)
  expect([...core, ...german].map(([id]) => id).toSorted()).toEqual(checked)
})

test('an invoice to a company is not held to the rules of XRechnung', () => {
  expect(checkRules(drop('DefinedTradeContact')(toCii(domestic)))).toEqual([])
})
