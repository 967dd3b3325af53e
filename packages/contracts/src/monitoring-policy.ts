import type { Policy } from './access.ts'

const base = { audience: 'session' } as const
const viewerOrOperator = { ...base, role: 'VIEWER', operator: 'also' } as const
const member = { ...base, role: 'MEMBER' } as const
const admin = { ...base, role: 'ADMIN' } as const

/**
 * Everything that can be asked about what a solution monitors, and who may ask it. API keys reach neither keys nor probes, or whoever holds
 * one could make another. Administrators of the installation read what viewers do, which is written into the audit log of the
 * solution, and change nothing. Whoever is on call is a member, and has to answer incidents.
 */
export const monitoringPolicy = {
  'monitoring.read': { ...viewerOrOperator, scope: 'statistics' },
  'service.change': { ...member, scope: 'manage', unlocked: true },
  'incident.answer': { ...member, scope: 'manage' },
  'maintenance.change': { ...member, scope: 'manage', unlocked: true },
  'channel.change': { ...member, scope: 'manage', unlocked: true },
  'alerting.change': { ...member, scope: 'manage', unlocked: true },
  'probe.read': viewerOrOperator,
  'probe.change': { ...admin, unlocked: true, factor: true, proof: true },
  'probe.close': { ...admin, proof: true },
  'monitoring-key.read': viewerOrOperator,
  'monitoring-key.change': { ...admin, unlocked: true, factor: true, proof: true },
  'monitoring-key.close': { ...admin, proof: true },
} as const satisfies Policy
