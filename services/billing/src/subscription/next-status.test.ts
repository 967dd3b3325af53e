import { billingStatuses } from '@bollard/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BillingEvent, nextStatus } from './next-status.ts'

const events = [
  'FIRST_PAYMENT_AWAITED',
  'PAID',
  'PAYMENT_FAILED',
  'GIVEN_UP',
  'TRIAL_ENDED',
  'LAPSED',
  'RESUMED',
  'FIRST_PAYMENT_DROPPED',
  'TRIAL_RESUMED',
  'ENDED',
  'REOPENED',
] as const satisfies BillingEvent[]

test('whatever happens in whatever order: nobody gets out of CANCELED but by reopening, of UNPAID only by paying, ending or having no plan, and of PAUSED only by choosing one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...billingStatuses),
      fc.array(fc.constantFrom(...events), { maxLength: 40 }),
      (first, happened) => {
        let status = first
        for (const event of happened) {
          const next = nextStatus(status, event) ?? status
          if (status === 'CANCELED' && next !== 'CANCELED') expect(['REOPENED', 'LAPSED']).toContain(event)
          if (status === 'UNPAID' && next !== 'UNPAID') expect(['PAID', 'ENDED', 'LAPSED']).toContain(event)
          if (status === 'PAUSED' && next !== 'PAUSED')
            expect(['RESUMED', 'FIRST_PAYMENT_AWAITED', 'ENDED']).toContain(event)
          if (next === 'PAUSED' && status !== 'PAUSED') expect(event).toBe('LAPSED')
          if (next === 'UNPAID' && status !== 'UNPAID') expect([status, event]).toEqual(['PAST_DUE', 'GIVEN_UP'])
          if (next === 'TRIALING' && status !== 'TRIALING')
            expect([status, event]).toEqual(['INCOMPLETE', 'TRIAL_RESUMED'])
          if (next === 'INCOMPLETE' && status !== 'INCOMPLETE') expect(event).toBe('FIRST_PAYMENT_AWAITED')
          status = next
        }
      },
    ),
  )
})

test('every state can be ended, and paying heals whatever a bill has caused', () => {
  for (const status of billingStatuses) expect(nextStatus(status, 'ENDED')).toBe('CANCELED')
  for (const status of ['INCOMPLETE', 'PAST_DUE', 'UNPAID', 'ACTIVE'] as const)
    expect(nextStatus(status, 'PAID')).toBe('ACTIVE')
  expect(nextStatus('TRIALING', 'GIVEN_UP')).toBeNull()
  expect(nextStatus('ACTIVE', 'GIVEN_UP')).toBeNull()
})
