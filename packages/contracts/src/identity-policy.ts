import type { Policy } from './access.ts'

const base = { audience: 'session' } as const

/** Everything that can be asked about one's own account, and what only operators may ask. */
export const identityPolicy = {
  'account.use': base,
  // What somebody who found an unlocked computer must not be able to do.
  'account.protect': { ...base, proof: true },
  'people.read': { ...base, operator: 'only', open: true },
  // Also what hands out a person's data.
  'people.change': { ...base, operator: 'only', open: true },
  'advertising.operate': { ...base, operator: 'only', open: true },
} as const satisfies Policy
