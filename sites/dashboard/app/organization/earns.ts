import { type CommissionScheme, commissionSchemes, type Organization } from '@bollard/contracts'

/** What holds for referrals of today; null for kinds that earn no commissions. */
export function presentScheme(kind: Organization['kind']): CommissionScheme | null {
  return commissionSchemes[kind].at(-1) ?? null
}
