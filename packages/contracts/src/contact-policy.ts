import type { Policy } from './access.ts'

const base = { audience: 'session' } as const

/** Everything that can be asked about enquiries: one's own, and what only operators may. */
export const contactPolicy = {
  'enquiry.own': base,
  'inbox.operate': { ...base, operator: 'only', open: true },
  'demo.operate': { ...base, operator: 'only', open: true },
  'documentation.operate': { ...base, operator: 'only', open: true },
} as const satisfies Policy
