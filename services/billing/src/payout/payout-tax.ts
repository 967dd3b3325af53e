import type { LineTax } from '@bollard/e-invoice'
import { type InvoiceAddressCountry, invoiceAddressCountries } from '@bollard/lookup-lists'
import type { InvoiceSeller } from '../billing-context.ts'
import type { PayoutTerms } from '../ports/solution-port.ts'
import { decideTax } from '../tax/decide-tax.ts'
import { readVatId, type VatId } from '../tax/vat-id.ts'
import { payoutTexts } from '../wording/invoice-words.ts'

export interface PayoutTax {
  readonly tax: LineTax
  /** The partner's; null where the tax leaves none to be named. */
  readonly vatId: VatId | null
}

/**
 * How the service of a partner is taxed, who is the seller here. Null where the partner has not given the number that the document
 * has to name: a VAT id where VAT is charged or the operator owes it, else one in a register. `day` as `2026-11-21`.
 */
export function taxPayout(terms: PayoutTerms, operator: InvoiceSeller, day: string): PayoutTax | null {
  const [seller, buyer] = [listed(terms.countryCode), listed(operator.address.countryCode)]
  const texts = payoutTexts[terms.language]
  const decision =
    seller && buyer
      ? decideTax({
          seller: { countryCode: seller, postalCode: terms.address.postalCode },
          buyer: {
            countryCode: buyer,
            postalCode: operator.address.postalCode,
            vatIdStatus: operator.vatId === undefined ? 'NONE' : 'VALID',
          },
          date: day,
        })
      : null
  if (seller === undefined || decision === null || decision.category === 'O') {
    return terms.registerNumber === null
      ? null
      : { tax: { category: 'O', rate: '0', reason: texts.outsideScope }, vatId: null }
  }
  const vatId = terms.vatId === null ? null : readVatId(seller, terms.vatId)
  if (vatId === null) return null
  if (decision.category === 'AE') return { tax: { category: 'AE', rate: '0', reason: texts.reverseCharge }, vatId }
  return { tax: { category: 'S', rate: String(decision.ratePercent ?? 0) }, vatId }
}

function listed(countryCode: string): InvoiceAddressCountry | undefined {
  return invoiceAddressCountries.find((code) => code === countryCode)
}
