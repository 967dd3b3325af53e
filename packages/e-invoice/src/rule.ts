/** A rule of EN 16931 by its official id, such as `BR-CO-15`, of its binding to this syntax (CII) or of XRechnung (BR-DE, PEPPOL). */
export type RuleId = `BR-${string}` | `CII-${string}` | `PEPPOL-EN16931-R${string}`

/** Notes whether a rule holds. */
export type Rule = (id: RuleId, holds: boolean) => void

const root = 'CrossIndustryInvoice'
const transaction = `${root}/SupplyChainTradeTransaction`
const settlement = `${transaction}/ApplicableHeaderTradeSettlement`

/** Where the parts of a document stand. */
export const places = {
  context: `${root}/ExchangedDocumentContext`,
  document: `${root}/ExchangedDocument`,
  line: `${transaction}/IncludedSupplyChainTradeLineItem`,
  agreement: `${transaction}/ApplicableHeaderTradeAgreement`,
  seller: `${transaction}/ApplicableHeaderTradeAgreement/SellerTradeParty`,
  buyer: `${transaction}/ApplicableHeaderTradeAgreement/BuyerTradeParty`,
  delivery: `${transaction}/ApplicableHeaderTradeDelivery`,
  settlement,
  sums: `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`,
  means: `${settlement}/SpecifiedTradeSettlementPaymentMeans`,
  terms: `${settlement}/SpecifiedTradePaymentTerms`,
} as const
