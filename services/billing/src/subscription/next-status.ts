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
  /** The trial is over, and a plan follows. */
  | 'TRIAL_ENDED'
  /** What was tried or paid is over, and no plan follows: there is none that is free. */
  | 'LAPSED'
  /** A plan was chosen after that. */
  | 'RESUMED'
  /** The first payment did not come in time, and the free plan is back. */
  | 'FIRST_PAYMENT_DROPPED'
  /** The same, while the trial still lasts. */
  | 'TRIAL_RESUMED'
  | 'ENDED'
  | 'REOPENED'

const transitions: Readonly<Record<BillingStatus, Partial<Record<BillingEvent, BillingStatus>>>> = {
  TRIALING: { TRIAL_ENDED: 'ACTIVE', LAPSED: 'PAUSED', FIRST_PAYMENT_AWAITED: 'INCOMPLETE', ENDED: 'CANCELED' },
  ACTIVE: {
    FIRST_PAYMENT_AWAITED: 'INCOMPLETE',
    PAID: 'ACTIVE',
    PAYMENT_FAILED: 'PAST_DUE',
    LAPSED: 'PAUSED',
    ENDED: 'CANCELED',
  },
  INCOMPLETE: {
    PAID: 'ACTIVE',
    PAYMENT_FAILED: 'INCOMPLETE',
    FIRST_PAYMENT_DROPPED: 'ACTIVE',
    TRIAL_RESUMED: 'TRIALING',
    LAPSED: 'PAUSED',
    ENDED: 'CANCELED',
  },
  PAST_DUE: { PAID: 'ACTIVE', PAYMENT_FAILED: 'PAST_DUE', GIVEN_UP: 'UNPAID', LAPSED: 'PAUSED', ENDED: 'CANCELED' },
  UNPAID: { PAID: 'ACTIVE', PAYMENT_FAILED: 'UNPAID', GIVEN_UP: 'UNPAID', LAPSED: 'PAUSED', ENDED: 'CANCELED' },
  PAUSED: {
    RESUMED: 'ACTIVE',
    FIRST_PAYMENT_AWAITED: 'INCOMPLETE',
    PAID: 'PAUSED',
    PAYMENT_FAILED: 'PAUSED',
    GIVEN_UP: 'PAUSED',
    ENDED: 'CANCELED',
  },
  CANCELED: {
    PAID: 'CANCELED',
    PAYMENT_FAILED: 'CANCELED',
    GIVEN_UP: 'CANCELED',
    ENDED: 'CANCELED',
    REOPENED: 'ACTIVE',
    LAPSED: 'PAUSED',
  },
}

/** The state after an event; null where the event cannot happen. */
export function nextStatus(status: BillingStatus, event: BillingEvent): BillingStatus | null {
  return transitions[status][event] ?? null
}
