import { checkRules, formatMinor, type Invoice, type RuleId, toCii } from '@bollard/e-invoice'
import type { InvoiceSeller } from '../billing-context.ts'
import type { PayoutTerms } from './payout-terms.ts'
import { maskAccount } from './mask-account.ts'
import type { PayoutTax } from './payout-tax.ts'
import { monthName, payoutTexts } from '../wording/payout-texts.ts'

export interface DocumentFacts {
  readonly number: string
  readonly terms: PayoutTerms
  readonly operator: InvoiceSeller
  readonly tax: PayoutTax
  /** Net by month, in minor units. */
  readonly months: readonly { readonly month: string; readonly netMinor: number }[]
  readonly period: { readonly from: string; readonly to: string }
  readonly issuedOn: string
  readonly currency: string
}

/** The document that the operator writes in the name of a partner: the partner sells, the operator buys. Its account is masked, as all members read it. */
export function buildDocument({
  number,
  terms,
  operator,
  tax,
  months,
  period,
  issuedOn,
  currency,
}: DocumentFacts): Invoice {
  const texts = payoutTexts[terms.language]
  const name = terms.legalName ?? terms.name
  const { account, address, contactEmail: email } = terms
  return {
    number,
    kind: 'SELF_BILLED',
    issuedOn,
    dueOn: null,
    currency,
    language: terms.language,
    period,
    seller: {
      name,
      address: {
        street: address.street,
        line2: address.addressLine2 || undefined,
        postalCode: address.postalCode,
        city: address.city,
        region: address.region || undefined,
        countryCode: terms.countryCode,
      },
      email,
      vatId: tax.vatId?.text,
      registerNumber: terms.registerNumber ?? undefined,
      // Organizations give no telephone number.
      contact: { name, phone: '', email },
    },
    buyer: {
      name: operator.legalName,
      address: operator.address,
      email: operator.email,
      vatId: operator.vatId,
      registerNumber: operator.registerNumber,
    },
    lines: months.map(({ month, netMinor }) => ({
      name: texts.line.replace('{{month}}', monthName(month, terms.language)),
      quantity: netMinor < 0 ? '-1' : '1',
      unit: 'C62',
      price: formatMinor(Math.abs(netMinor)),
      tax: tax.tax,
    })),
    prepaid: 0,
    payment: {
      means: '58',
      iban: account === null ? undefined : maskAccount(account.iban),
      accountHolder: account?.accountHolder,
      reference: number,
      terms: texts.paid,
    },
    notes: [],
  }
}

/** The document that takes another one back, line by line. */
export function buildCorrection(
  document: Invoice,
  { number, issuedOn }: { readonly number: string; readonly issuedOn: string },
): Invoice {
  const terms = payoutTexts[document.language].takenBack.replace('{{number}}', document.number)
  return {
    ...document,
    number,
    issuedOn,
    corrects: { number: document.number, issuedOn: document.issuedOn },
    lines: document.lines.map((line) => ({ ...line, quantity: line.quantity === '1' ? '-1' : '1' })),
    payment: { ...document.payment, terms, reference: number },
  }
}

/** The rules of EN 16931 that a document breaks, and the particulars of § 14 UStG that it lacks; empty when it may leave. */
export function faultsOf(document: Invoice): (RuleId | 'ADDRESS')[] {
  const { street, postalCode, city } = document.seller.address
  return [...checkRules(toCii(document)), ...(street && postalCode && city ? [] : ['ADDRESS' as const])]
}
