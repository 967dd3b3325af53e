import type { Policy } from './access.ts'

const base = { audience: 'session' } as const
const viewerOrOperator = { ...base, role: 'VIEWER', operator: 'also' } as const
const member = { ...base, role: 'MEMBER' } as const
const admin = { ...base, role: 'ADMIN' } as const

/**
 * Everything that can be asked about the protection of a site, and who may ask it. API keys are those of the captcha of the same
 * solution. Messages of visitors are read by members alone. Administrators of the installation read what viewers do, which is written
 * into the audit log of the solution, and change nothing.
 */
export const protectionPolicy = {
  'protection.read': { ...viewerOrOperator, scope: 'statistics' },
  'protection.change': { ...member, scope: 'manage', unlocked: true },
  // Who is stopped by mistake has to be let through also while nothing else may be changed.
  'protection.relax': { ...member, scope: 'manage' },
  'protection-settings.change': { ...admin, scope: 'manage', unlocked: true },
  // What visitors wrote.
  'review.read': { ...member, scope: 'manage' },
  'review.decide': { ...member, scope: 'manage' },
  'report-schedule.change': { ...member, scope: 'manage', unlocked: true },
  'report-link.change': { ...admin, unlocked: true },
} as const satisfies Policy
