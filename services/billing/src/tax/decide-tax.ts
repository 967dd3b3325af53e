import type { vatIdStatuses } from '@bollard/contracts'
import type { InvoiceAddressCountry } from '@bollard/lookup-lists'
import { standardRate } from './vat-rates.ts'
import { isInVatUnion } from './vat-territory.ts'

export interface TaxFacts {
  readonly seller: { readonly countryCode: InvoiceAddressCountry; readonly postalCode?: string }
  readonly buyer: {
    readonly countryCode: InvoiceAddressCountry
    readonly postalCode?: string
    readonly vatIdStatus: (typeof vatIdStatuses)[number]
  }
  /** Day of supply, such as `2026-11-21`. */
  readonly date: string
}

/** How an electronic service for a business is taxed, in the terms of EN 16931. */
export interface TaxDecision {
  /** S: standard rate. AE: the buyer owes the tax. O: outside the scope of the seller's VAT. */
  readonly category: 'S' | 'AE' | 'O'
  /** Null where EN 16931 allows no rate at all. */
  readonly ratePercent: number | null
  /** Code of the EN 16931 list of reasons for an exemption; null where tax is charged. */
  readonly reasonCode: 'VATEX-EU-AE' | 'VATEX-EU-O' | null
  /** What the invoice has to say; null where it has to say nothing. */
  readonly note: 'REVERSE_CHARGE' | 'OUTSIDE_SCOPE' | null
  /** The tax has to be corrected by a credit note if the VAT id turns out to be valid. */
  readonly provisional: boolean
}

/**
 * Decides by whom and at which rate tax is owed. A business abroad owes it itself: within the European Union only with a VAT id
 * that VIES has confirmed, since nothing else proves to the seller's tax office that it is one. Throws a RangeError for a day before the tables begin.
 */
export function decideTax({ seller, buyer, date }: TaxFacts): TaxDecision {
  const standard: TaxDecision = {
    category: 'S',
    ratePercent: standardRate(seller.countryCode, date),
    reasonCode: null,
    note: null,
    provisional: false,
  }
  const buyerInUnion = isInVatUnion(buyer.countryCode, buyer.postalCode ?? '', date)
  const sellerInUnion = isInVatUnion(seller.countryCode, seller.postalCode ?? '', date)
  // A part of the seller's own country that lies outside of its tax is abroad.
  if (seller.countryCode === buyer.countryCode && (buyerInUnion || !sellerInUnion)) return standard
  if (!sellerInUnion || !buyerInUnion)
    return { category: 'O', ratePercent: null, reasonCode: 'VATEX-EU-O', note: 'OUTSIDE_SCOPE', provisional: false }
  if (buyer.vatIdStatus === 'VALID')
    return { category: 'AE', ratePercent: 0, reasonCode: 'VATEX-EU-AE', note: 'REVERSE_CHARGE', provisional: false }
  return { ...standard, provisional: buyer.vatIdStatus === 'UNAVAILABLE' || buyer.vatIdStatus === 'UNCHECKED' }
}
