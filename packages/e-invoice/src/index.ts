export { checkRules } from './check-rules.ts'
export { addressSchemes } from './code-lists.ts'
export { formatMinor, parseDecimal } from './decimal.ts'
export { isIban } from './iban.ts'
export type {
  Address,
  Buyer,
  Invoice,
  InvoiceKind,
  Line,
  LineTax,
  Party,
  Payment,
  Seller,
  TaxCategory,
} from './invoice.ts'
export type { RuleId } from './rule.ts'
export { toCii } from './to-cii.ts'
export { toPdf } from './to-pdf.ts'
export { lineNet, type TaxGroup, taxOn, totalInvoice, type Totals } from './total-invoice.ts'
