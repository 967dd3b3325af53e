import type { Policy } from './access.ts'

const operator = { audience: 'session', operator: 'only', open: true } as const

/** What pages of the website have reported is for operators alone. Reporting is for every visitor and asks nobody who they are. */
export const telemetryPolicy = {
  'replay.watch': operator,
  'replay.delete': { ...operator, change: true },
  'measure.read': operator,
} as const satisfies Policy
