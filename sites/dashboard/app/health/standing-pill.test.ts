import type { Lock, Solution } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { standingOf } from './standing-pill.tsx'

const lock: Lock = { id: '01a20196-e877-76ad-93ef-75265723b012', reason: 'OWNER_REQUEST', effect: 'READ_ONLY' } as Lock

test('a list tells of the end before a lock, of a lock before a cancellation, and of nothing while all is well', () => {
  const told = (lifecycle: Solution['lifecycle'], locks: Lock[] = []) => standingOf({ lifecycle, locks })
  expect([told('ACTIVE'), told('CANCEL_SCHEDULED'), told('ENDED'), told('DELETION_PENDING')]).toEqual([
    null,
    'CANCEL_SCHEDULED',
    'ENDED',
    'DELETION_PENDING',
  ])
  expect([told('ACTIVE', [lock]), told('CANCEL_SCHEDULED', [lock]), told('ENDED', [lock])]).toEqual([
    'LOCKED',
    'LOCKED',
    'ENDED',
  ])
})
