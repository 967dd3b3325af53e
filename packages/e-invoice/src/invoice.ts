import type { Language } from '@bollard/i18n'

/**
 * An invoice in the terms of EN 16931. Names in brackets are those of the standard (BT: business term, BG: group).
 * Amounts are integers in the minor unit of `currency`; quantities and prices are exact decimals.
 */
export interface Invoice {
  /** BT-1, such as `2026-000123`. */
  readonly number: string
  readonly kind: InvoiceKind
  /** What is asked of it beyond EN 16931. German authorities ask for XRechnung. */
  readonly profile?: 'XRECHNUNG' | undefined
  /** BT-2, a day as `YYYY-MM-DD`; so are all days here. */
  readonly issuedOn: string
  /** BT-9. Null when nothing is left to pay. */
  readonly dueOn: string | null
  /** BT-5, ISO 4217. Two decimals are assumed, as in EUR, CHF and GBP. */
  readonly currency: string
  readonly language: Language
  /** BG-14. */
  readonly period: { readonly from: string; readonly to: string }
  readonly seller: Seller
  readonly buyer: Buyer
  /** BG-25. At least one. */
  readonly lines: readonly Line[]
  /** BT-113, already paid or set off, in minor units. */
  readonly prepaid: number
  readonly payment: Payment
  /** BG-3, the invoice that a credit note corrects. */
  readonly corrects?: { readonly number: string; readonly issuedOn: string }
  /**
   * What earlier credit notes have taken back of the same invoice, by how it is taxed, in minor units. VAT is then what the sum with
   * this one comes to, less what was taken back before, so that parts never come to more than the whole.
   */
  readonly creditedBefore?: readonly { readonly category: TaxCategory; readonly rate: string; readonly net: number }[]
  /** BT-22, free text. */
  readonly notes: readonly string[]
}

/** Type codes 380, 381 and 389 of UNTDID 1001. */
export type InvoiceKind = 'INVOICE' | 'CREDIT_NOTE' | 'SELF_BILLED'

export interface Address {
  readonly street: string
  readonly line2?: string | undefined
  readonly postalCode: string
  readonly city: string
  readonly region?: string | undefined
  /** ISO 3166-1 alpha-2; Greece is GR here and EL in its VAT ids. */
  readonly countryCode: string
}

export interface Party {
  readonly name: string
  readonly address: Address
  readonly email: string
  /** BT-34 and BT-49, where invoices arrive: a scheme of the list EAS and an id in it. The e-mail address where there is none. */
  readonly electronicAddress?: { readonly scheme: string; readonly id: string } | undefined
  /** BT-31 and BT-48, with the prefix of its country. */
  readonly vatId?: string | undefined
  /** BT-30 and BT-47, number in the commercial register. */
  readonly registerNumber?: string | undefined
}

export interface Seller extends Party {
  /** BT-32, number at the tax office, used where the VAT id must not be named. */
  readonly taxNumber?: string | undefined
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string }
}

export interface Buyer extends Party {
  /** BT-10, such as a Leitweg-ID. */
  readonly reference?: string | undefined
  /** BT-13. */
  readonly purchaseOrder?: string | undefined
}

export interface Line {
  /** BT-153. */
  readonly name: string
  /** BT-154. */
  readonly description?: string | undefined
  /** BT-129, a decimal such as `12` or `0.5`. Negative on lines that take something back. */
  readonly quantity: string
  /** BT-130, UN/ECE recommendation 20: `C62` one, `MON` month, `H87` piece. */
  readonly unit: 'C62' | 'MON' | 'ANN' | 'H87'
  /** BT-146 in the major unit, a decimal that is not negative, such as `0.0004`. */
  readonly price: string
  readonly tax: LineTax
}

/** S standard rate, AE reverse charge, O outside the scope of VAT, E exempt. */
export type TaxCategory = 'S' | 'AE' | 'O' | 'E'

export interface LineTax {
  readonly category: TaxCategory
  /** Percent as a decimal, such as `19` or `8.1`; `0` for all categories but S. */
  readonly rate: string
  /** BT-120, why no VAT is charged; needed for all categories but S. */
  readonly reason?: string | undefined
}

export interface Payment {
  /** BT-81: 58 SEPA transfer, 59 SEPA direct debit, 48 card, 30 transfer elsewhere. */
  readonly means: '58' | '59' | '48' | '30'
  readonly iban?: string | undefined
  readonly bic?: string | undefined
  readonly accountHolder?: string | undefined
  /** BT-83, what a payment should name. */
  readonly reference: string
  /** BT-20. */
  readonly terms: string
  /** BT-87, the last digits. */
  readonly cardLast4?: string | undefined
  /** BT-89 to BT-91, for direct debit. */
  readonly mandate?: { readonly reference: string; readonly creditorId: string; readonly iban: string } | undefined
}
