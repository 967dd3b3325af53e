import type { Policy } from './access.ts'

const operator = { audience: 'session', operator: 'only', open: true } as const

/** Running the installation is for its operators alone; a notice is for everybody who opens a page. */
export const operationsPolicy = {
  'operations.read': operator,
  'job.operate': { ...operator, change: true },
  'mail.operate': { ...operator, change: true },
  'abuse.operate': { ...operator, change: true },
  'flag.operate': { ...operator, change: true },
} as const satisfies Policy
