import type { LockReason } from '@bollard/contracts'

/** Where a lock leads: to paying, to new keys, to opening it oneself, to writing to the operator, or nowhere but to waiting. */
export type Remedy = 'billing' | 'secret-key' | 'open' | 'appeal' | null

const remedies: Readonly<Record<LockReason, Remedy>> = {
  PAYMENT_OVERDUE: 'billing',
  TRIAL_EXPIRED: 'billing',
  QUOTA_EXCEEDED: 'billing',
  ABUSE: 'appeal',
  TERMS_VIOLATION: 'appeal',
  SECURITY_INCIDENT: 'secret-key',
  LEGAL_ORDER: 'appeal',
  ACCOUNT_REVIEW: null,
  OWNER_REQUEST: 'open',
}

export function remedyOf(reason: LockReason): Remedy {
  return remedies[reason]
}
