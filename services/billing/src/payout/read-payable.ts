import type { leftOutReasons } from '@bollard/contracts'
import type { BillingContext, InvoiceSeller } from '../billing-context.ts'
import { findOutVatId } from '../invoice-address/check-address.ts'
import type { PayoutTerms } from '../ports/solution-port.ts'
import { buildDocument, faultsOf } from './issue-document.ts'
import { maskAccount } from './payout-row.ts'
import { type PayoutTax, taxPayout } from './payout-tax.ts'

export type LeftOutReason = (typeof leftOutReasons)[number]

/** An organization that can be paid, with all that it takes. */
export interface Payable {
  readonly organizationId: string
  readonly terms: PayoutTerms
  readonly tax: PayoutTax
  readonly accountMask: string
}

/** Why an organization cannot be paid today, or what is needed to pay it. Asks VIES, so call it outside a transaction. */
export async function readPayable(
  context: Pick<BillingContext, 'solution' | 'db' | 'checkVatId' | 'seller' | 'now' | 'newId'>,
  operator: InvoiceSeller,
  organizationId: string,
): Promise<Payable | LeftOutReason> {
  const at = context.now()
  const terms = await context.solution.payoutTermsOf(organizationId)
  if (terms === null) return 'GONE'
  const refusal = refusalOf(terms, at)
  if (refusal !== null || terms.account === null) return refusal ?? 'NO_ACCOUNT'
  const day = at.toISOString().slice(0, 10)
  const tax = taxPayout(terms, operator, day)
  if (tax === null) return 'TAX_ID_MISSING'
  const facts = {
    number: 'GS-2026-000000',
    terms,
    operator,
    tax,
    currency: 'EUR',
    issuedOn: day,
    period: { from: day, to: day },
  }
  if (faultsOf(buildDocument({ ...facts, months: [{ month: day.slice(0, 7), netMinor: 100 }] })).length > 0)
    return 'ADDRESS_INCOMPLETE'
  // While VIES is away the verification of the organization counts.
  if ((await findOutVatId(context, tax.vatId, { kind: 'ORGANIZATION', id: organizationId })).status === 'INVALID')
    return 'VAT_ID_INVALID'
  return { organizationId, terms, tax, accountMask: maskAccount(terms.account.iban) }
}

/** What can change between a payout and its transfer. */
export function refusalOf(
  { verification, frozenUntil, account }: PayoutTerms,
  at: Date,
): 'NOT_VERIFIED' | 'FROZEN' | 'NO_ACCOUNT' | null {
  if (verification !== 'VERIFIED') return 'NOT_VERIFIED'
  if (frozenUntil !== null && frozenUntil > at) return 'FROZEN'
  return account === null ? 'NO_ACCOUNT' : null
}
