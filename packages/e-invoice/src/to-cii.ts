import { exemptionCodes } from './code-lists.ts'
import { formatMinor, parseDecimal } from './decimal.ts'
import type { Address, Invoice, InvoiceKind, Line, LineTax, Party, Payment } from './invoice.ts'
import { type TaxGroup, totalInvoice } from './total-invoice.ts'
import { element as e, type Element, writeXml } from './xml.ts'

/** UNTDID 1001. */
const typeCodes: Record<InvoiceKind, string> = { INVOICE: '380', CREDIT_NOTE: '381', SELF_BILLED: '389' }
/** BT-24, and BT-23 where it is asked for: XRechnung 3 takes over that rule from Peppol. */
const xRechnung = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}

/**
 * The invoice as a Cross Industry Invoice (UN/CEFACT D16B) of the core profile of EN 16931, which ZUGFeRD and Factur-X call
 * "EN 16931", or of XRechnung 3.0. Source: CEN/TS 16931-3-3. Where VAT does not apply at all (category O), the VAT ids of
 * both sides are left out, as BR-O-02 demands, and the seller is named by tax and register number.
 */
export function toCii(invoice: Invoice): string {
  const root = e(
    'rsm:CrossIndustryInvoice',
    [
      context(invoice),
      document(invoice),
      e('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map((line, index) => lineItem(line, index + 1, totalInvoice(invoice).lineNets[index] ?? 0)),
        agreement(invoice),
        e('ram:ApplicableHeaderTradeDelivery', [
          e('ram:ActualDeliverySupplyChainEvent', [date('ram:OccurrenceDateTime', invoice.period.to)]),
        ]),
        settlement(invoice),
      ]),
    ],
    {
      'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
      'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
    },
  )
  if (!root) throw new Error('An invoice is never empty')
  return writeXml(root)
}

function context({ profile }: Invoice): Element | null {
  const isXRechnung = profile === 'XRECHNUNG'
  return e('rsm:ExchangedDocumentContext', [
    isXRechnung ? e('ram:BusinessProcessSpecifiedDocumentContextParameter', [e('ram:ID', xRechnung.process)]) : null,
    e('ram:GuidelineSpecifiedDocumentContextParameter', [
      e('ram:ID', isXRechnung ? xRechnung.specification : 'urn:cen.eu:en16931:2017'),
    ]),
  ])
}

function document(invoice: Invoice): Element | null {
  return e('rsm:ExchangedDocument', [
    e('ram:ID', invoice.number),
    e('ram:TypeCode', typeCodes[invoice.kind]),
    date('ram:IssueDateTime', invoice.issuedOn),
    ...invoice.notes.map((note) => e('ram:IncludedNote', [e('ram:Content', note)])),
  ])
}

function lineItem(line: Line, number: number, net: number): Element | null {
  return e('ram:IncludedSupplyChainTradeLineItem', [
    e('ram:AssociatedDocumentLineDocument', [e('ram:LineID', number)]),
    e('ram:SpecifiedTradeProduct', [e('ram:Name', line.name), e('ram:Description', line.description)]),
    e('ram:SpecifiedLineTradeAgreement', [e('ram:NetPriceProductTradePrice', [e('ram:ChargeAmount', line.price)])]),
    e('ram:SpecifiedLineTradeDelivery', [e('ram:BilledQuantity', line.quantity, { unitCode: line.unit })]),
    e('ram:SpecifiedLineTradeSettlement', [
      e('ram:ApplicableTradeTax', [e('ram:TypeCode', 'VAT'), e('ram:CategoryCode', line.tax.category), rate(line.tax)]),
      e('ram:SpecifiedTradeSettlementLineMonetarySummation', [e('ram:LineTotalAmount', formatMinor(net))]),
    ]),
  ])
}

function agreement({ seller, buyer, ...invoice }: Invoice): Element | null {
  const showsVatIds = !isOutsideScope(invoice.lines)
  return e('ram:ApplicableHeaderTradeAgreement', [
    e('ram:BuyerReference', buyer.reference),
    e('ram:SellerTradeParty', [
      // Somebody has to be recognised (BR-CO-26): without VAT id and register number by the number at the tax office.
      showsVatIds || seller.registerNumber !== undefined ? null : e('ram:ID', seller.taxNumber),
      ...party(
        seller,
        e('ram:DefinedTradeContact', [
          e('ram:PersonName', seller.contact.name),
          e('ram:TelephoneUniversalCommunication', [e('ram:CompleteNumber', seller.contact.phone)]),
          e('ram:EmailURIUniversalCommunication', [e('ram:URIID', seller.contact.email)]),
        ]),
      ),
      ...registrations(seller.taxNumber, showsVatIds ? seller.vatId : undefined),
    ]),
    e('ram:BuyerTradeParty', [
      ...party(buyer, null),
      ...registrations(undefined, showsVatIds ? buyer.vatId : undefined),
    ]),
    e('ram:BuyerOrderReferencedDocument', [e('ram:IssuerAssignedID', buyer.purchaseOrder)]),
  ])
}

function party(
  { name, registerNumber, address, email, electronicAddress = { scheme: 'EM', id: email } }: Party,
  contact: Element | null,
): (Element | null)[] {
  return [
    e('ram:Name', name),
    e('ram:SpecifiedLegalOrganization', [e('ram:ID', registerNumber)]),
    contact,
    postalAddress(address),
    e('ram:URIUniversalCommunication', [e('ram:URIID', electronicAddress.id, { schemeID: electronicAddress.scheme })]),
  ]
}

function postalAddress(address: Address): Element | null {
  return e('ram:PostalTradeAddress', [
    e('ram:PostcodeCode', address.postalCode),
    e('ram:LineOne', address.street),
    e('ram:LineTwo', address.line2),
    e('ram:CityName', address.city),
    e('ram:CountryID', address.countryCode),
    e('ram:CountrySubDivisionName', address.region),
  ])
}

function registrations(taxNumber: string | undefined, vatId: string | undefined): (Element | null)[] {
  const registration = (id: string | undefined, schemeID: string) =>
    e('ram:SpecifiedTaxRegistration', [id === undefined ? null : e('ram:ID', id, { schemeID })])
  return [registration(taxNumber, 'FC'), registration(vatId, 'VA')]
}

function settlement(invoice: Invoice): Element | null {
  const totals = totalInvoice(invoice)
  const { payment, currency } = invoice
  return e('ram:ApplicableHeaderTradeSettlement', [
    e('ram:CreditorReferenceID', payment.mandate?.creditorId),
    e('ram:PaymentReference', payment.reference),
    e('ram:InvoiceCurrencyCode', currency),
    paymentMeans(invoice),
    ...totals.groups.map((group) => taxGroup(group, invoice)),
    e('ram:BillingSpecifiedPeriod', [
      date('ram:StartDateTime', invoice.period.from),
      date('ram:EndDateTime', invoice.period.to),
    ]),
    e('ram:SpecifiedTradePaymentTerms', [
      e('ram:Description', payment.terms),
      invoice.dueOn === null ? null : date('ram:DueDateDateTime', invoice.dueOn),
      e('ram:DirectDebitMandateID', payment.mandate?.reference),
    ]),
    e('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      e('ram:LineTotalAmount', formatMinor(totals.net)),
      e('ram:TaxBasisTotalAmount', formatMinor(totals.net)),
      e('ram:TaxTotalAmount', formatMinor(totals.tax), { currencyID: currency }),
      e('ram:GrandTotalAmount', formatMinor(totals.gross)),
      totals.prepaid === 0 ? null : e('ram:TotalPrepaidAmount', formatMinor(totals.prepaid)),
      e('ram:DuePayableAmount', formatMinor(totals.due)),
    ]),
    invoice.corrects
      ? e('ram:InvoiceReferencedDocument', [
          e('ram:IssuerAssignedID', invoice.corrects.number),
          e('ram:FormattedIssueDateTime', [
            e('qdt:DateTimeString', compact(invoice.corrects.issuedOn), { format: '102' }),
          ]),
        ])
      : null,
  ])
}

function paymentMeans({ payment, profile }: Invoice): Element | null {
  return e('ram:SpecifiedTradeSettlementPaymentMeans', [
    e('ram:TypeCode', profile === 'XRECHNUNG' && lacksDetails(payment) ? 'ZZZ' : payment.means),
    e('ram:ApplicableTradeSettlementFinancialCard', [
      payment.cardLast4 === undefined ? null : e('ram:ID', payment.cardLast4.padStart(10, 'X')),
    ]),
    e('ram:PayerPartyDebtorFinancialAccount', [e('ram:IBANID', payment.mandate?.iban)]),
    e('ram:PayeePartyCreditorFinancialAccount', [
      e('ram:IBANID', payment.iban),
      e('ram:AccountName', payment.accountHolder),
    ]),
    e('ram:PayeeSpecifiedCreditorFinancialInstitution', [e('ram:BICID', payment.bic)]),
  ])
}

/**
 * A payment provider keeps cards and mandates for itself. XRechnung names neither means without its particulars (BR-DE-24,
 * BR-DE-25), so there they are what both sides have agreed on, and the terms say which.
 */
function lacksDetails({ means, cardLast4, mandate }: Payment): boolean {
  return (means === '48' && cardLast4 === undefined) || (means === '59' && mandate === undefined)
}

function taxGroup(group: TaxGroup, { profile }: Invoice): Element | null {
  return e('ram:ApplicableTradeTax', [
    e('ram:CalculatedAmount', formatMinor(group.tax)),
    e('ram:TypeCode', 'VAT'),
    group.category === 'S' ? null : e('ram:ExemptionReason', group.reason),
    e('ram:BasisAmount', formatMinor(group.net)),
    e('ram:CategoryCode', group.category),
    e(
      'ram:ExemptionReasonCode',
      group.category === 'AE' || group.category === 'O' ? exemptionCodes[group.category] : undefined,
    ),
    // XRechnung asks for a rate of every group (BR-DE-14); EN 16931 lets that of category O be absent.
    profile === 'XRECHNUNG' && group.category === 'O' ? e('ram:RateApplicablePercent', '0') : rate(group),
  ])
}

/** Outside the scope lines have no rate, not even zero (BR-O-05). */
function rate(tax: LineTax): Element | null {
  if (tax.category === 'O') return null
  parseDecimal(tax.rate)
  return e('ram:RateApplicablePercent', tax.rate)
}

export function isOutsideScope(lines: readonly Line[]): boolean {
  return lines.some(({ tax }) => tax.category === 'O')
}

function date(name: string, day: string): Element | null {
  return e(name, [e('udt:DateTimeString', compact(day), { format: '102' })])
}

function compact(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/u.test(day)) throw new RangeError(`"${day}" is not a day`)
  return day.replaceAll('-', '')
}
