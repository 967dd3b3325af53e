import { resellerMarginPercent } from '@bollard/contracts'
import { asProgramme } from '../store/as-partner.ts'
import { commissionEnd, commissionRate } from './commission-rates.ts'
import { countPayingCustomers } from './count-paying-customers.ts'
import type { BillingContext } from '../billing-context.ts'
import type { OfferedDiscount } from './customer-discount.ts'

/**
 * The discount on an invoice of that day: a reseller's margin on what it buys for its customers, or as much as the commission would
 * be where a partner passes it on; null where there is neither. Asks other services, so call it outside of a transaction.
 */
export async function findCustomerDiscount(
  context: Pick<BillingContext, 'db' | 'solution'>,
  { solutionId, payerId, at }: { readonly solutionId: string; readonly payerId: string; readonly at: Date },
): Promise<OfferedDiscount | null> {
  const referrer = await context.solution.findReferrer(solutionId, payerId)
  if (referrer === null) return null
  const { organizationId, organizationName, kind, since } = referrer
  if (referrer.isResale)
    return { organizationId, organizationName, percent: resellerMarginPercent, isResale: true, until: null }
  if (referrer.isOwn || referrer.commissionPreference !== 'CUSTOMER_DISCOUNT') return null
  const others = await asProgramme(context.db, { organizationIds: [organizationId] }, (tx) =>
    countPayingCustomers(tx, { organizationId, besides: payerId, at }),
  )
  const percent = commissionRate({ kind, since, paidAt: at, payingCustomers: 1 + others })
  const until = commissionEnd({ kind, since })
  return percent === null || until === null
    ? null
    : { organizationId, organizationName, percent, isResale: false, until }
}
