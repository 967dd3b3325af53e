import type { BillingStatus } from './subscription-row.ts'

/** What changes the state of a subscription's bills. */
export type BillingEvent =
  /** A first period was chosen and waits for its payment. */
  | 'FIRST_PAYMENT_AWAITED'
  /** Everything that was due is paid, or on its way from a bank. */
  | 'PAID'
  /** A try to collect a payment failed, or an invoice is past its day. */
  | 'PAYMENT_FAILED'
  /** All tries have failed. */
  | 'GIVEN_UP'
  /** The trial is over, whatever follows. */
  | 'TRIAL_ENDED'
  /** The first payment did not come in time, and the free plan is back. */
  | 'FIRST_PAYMENT_DROPPED'
  /** The same, while the trial still lasts. */
  | 'TRIAL_RESUMED'
  | 'ENDED'
  | 'REOPENED'

const transitions: Readonly<Record<BillingStatus, Partial<Record<BillingEvent, BillingStatus>>>> = {
  TRIALING: { TRIAL_ENDED: 'ACTIVE', FIRST_PAYMENT_AWAITED: 'INCOMPLETE', ENDED: 'CANCELED' },
  ACTIVE: { FIRST_PAYMENT_AWAITED: 'INCOMPLETE', PAID: 'ACTIVE', PAYMENT_FAILED: 'PAST_DUE', ENDED: 'CANCELED' },
  INCOMPLETE: { PAID: 'ACTIVE', PAYMENT_FAILED: 'INCOMPLETE', FIRST_PAYMENT_DROPPED: 'ACTIVE', TRIAL_RESUMED: 'TRIALING', ENDED: 'CANCELED' },
  PAST_DUE: { PAID: 'ACTIVE', PAYMENT_FAILED: 'PAST_DUE', GIVEN_UP: 'UNPAID', ENDED: 'CANCELED' },
  UNPAID: { PAID: 'ACTIVE', PAYMENT_FAILED: 'UNPAID', GIVEN_UP: 'UNPAID', ENDED: 'CANCELED' },
  PAUSED: { PAID: 'PAUSED', ENDED: 'CANCELED' },
  CANCELED: { PAID: 'CANCELED', PAYMENT_FAILED: 'CANCELED', GIVEN_UP: 'CANCELED', ENDED: 'CANCELED', REOPENED: 'ACTIVE' },
}

/** The state after an event; null where the event cannot happen. */
export function nextStatus(status: BillingStatus, event: BillingEvent): BillingStatus | null {
  return transitions[status][event] ?? null
}
