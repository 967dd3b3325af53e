import type { Policy } from './access.ts'

const base = { audience: 'session' } as const
const viewer = { ...base, role: 'VIEWER' } as const
const viewerOrOperator = { ...viewer, operator: 'also' } as const
const member = { ...base, role: 'MEMBER', scope: 'manage' } as const
const admin = { ...base, role: 'ADMIN' } as const

/**
 * Everything that can be asked about the site of a solution, and who may ask it. API keys never reach keys, environments and
 * addresses of alerts, or whoever holds one could make another. Taking data along and closing a leak work while it is read-only.
 * Administrators of the installation read what viewers do, which is written into the audit log of the solution, and change nothing.
 */
export const captchaPolicy = {
  'site.read': { ...viewerOrOperator, scope: 'statistics' },
  'site.change': { ...admin, scope: 'manage', unlocked: true, factor: true },
  'feedback.tell': { ...member, unlocked: true },
  'export.take': { ...member, proof: true },
  'export.delete': member,
  'saved-filter.read': viewerOrOperator,
  'saved-filter.keep': viewer,
  'erasure.request': { ...admin, scope: 'manage' },
  'environment.change': { ...admin, unlocked: true, factor: true },
  'alert.read': viewerOrOperator,
  'alert.change': { ...admin, unlocked: true, factor: true },
  'key.read': viewerOrOperator,
  'key.change': { ...admin, unlocked: true, factor: true, proof: true },
  'key.close': { ...admin, proof: true },
  // An administrator's browser computes engine programs while it shows the dashboard, by itself: see `use-engine-seeding.ts` there.
  'engine.operate': { ...base, operator: 'only', open: true, anySession: true },
} as const satisfies Policy
