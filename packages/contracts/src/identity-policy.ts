import type { Policy, Rule } from './access.ts'

const base = { audience: 'session' } as const
const operator = { ...base, operator: 'only', open: true } as const satisfies Rule

/** Everything that can be asked about one's own account, and what only operators may ask. */
export const identityPolicy = {
  'account.use': base,
  // What somebody who found an unlocked computer must not be able to do.
  'account.protect': { ...base, proof: true },
  'advertising.read': operator,
  'advertising.operate': { ...operator, change: true },
  // What opens the admin site cannot ask for its session. The proof has to be a second factor, which the verb asserts.
  'operator-session.open': { ...operator, anySession: true, proof: true },
  // Reading it, ending it and starting the change mode change nothing but itself.
  'operator-session.use': operator,
} as const satisfies Policy
