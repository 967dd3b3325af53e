import type { Plan } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'
import { isFree } from './decide-change.ts'

/** Whom a solution's invoices go to and how they are paid. */
export interface MeansOfPaying {
  readonly invoiceAddressId: string | null
  readonly paymentMethodId: string | null
}

export type MethodKind = 'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER'

/**
 * Checks that an address and a payment method may be used: they belong to the person of the transaction, or the solution has
 * them already. Answers the kind of the method; null without one. Throws `validation-failed` that names what is not there.
 */
export async function assertUsable(
  tx: Queries,
  wanted: MeansOfPaying,
  present: MeansOfPaying,
): Promise<MethodKind | null> {
  const errors: FieldError[] = []
  if (wanted.invoiceAddressId !== null && wanted.invoiceAddressId !== present.invoiceAddressId) {
    // Held until the end of the transaction, so that nobody deletes it in between.
    const found = await tx.query(
      'billing-own-address',
      'select 1 as one from billing.invoice_addresses where id = $1 for share',
      [wanted.invoiceAddressId],
    )
    if (found.length === 0) errors.push({ pointer: '/invoiceAddressId', code: 'unknown' })
  }
  const kind = wanted.paymentMethodId === null ? null : await methodKind(tx, wanted.paymentMethodId)
  if (wanted.paymentMethodId !== null && kind === null) errors.push({ pointer: '/paymentMethodId', code: 'unknown' })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return kind
}

async function methodKind(tx: Queries, id: string): Promise<MethodKind | null> {
  const own = await tx.query('billing-own-method', 'select kind from billing.payment_methods where id = $1 for share', [
    id,
  ])
  if (own[0]) return own[0].kind
  const [used] = await tx.query('billing-used-method', 'select billing.kind_of_used_method($1) as kind', [id])
  return used?.kind ?? null
}

/** A plan that costs something needs both. Bank transfer is for the plans that allow it, and for all where nothing else is set up. */
export function assertPayable(plan: Plan, means: MeansOfPaying, kind: MethodKind | null, hasProvider: boolean): void {
  if (isFree(plan)) return
  const missing = [
    ...(means.invoiceAddressId === null ? [{ pointer: '/invoiceAddressId', code: 'required' }] : []),
    ...(means.paymentMethodId === null ? [{ pointer: '/paymentMethodId', code: 'required' }] : []),
  ]
  if (missing.length > 0)
    throw new ProblemError('payment-required', 'This plan needs an invoice address and a payment method.', {
      errors: missing,
    })
  if (kind === 'BANK_TRANSFER' && hasProvider && !plan.bankTransfer) {
    throw new ProblemError('plan-feature', 'This plan is paid by card or direct debit.', {
      errors: [{ pointer: '/paymentMethodId', code: 'bank-transfer' }],
    })
  }
}
