import type { Policy, Rule } from './access.ts'

const base = { audience: 'session' } as const
const operator = { ...base, operator: 'only', open: true } as const satisfies Rule

/** Everything that can be asked about enquiries: one's own, and what only operators may. */
export const contactPolicy = {
  'enquiry.own': base,
  'inbox.read': operator,
  'inbox.operate': { ...operator, change: true },
  'demo.read': operator,
  'demo.operate': { ...operator, change: true },
  'documentation.read': operator,
} as const satisfies Policy
