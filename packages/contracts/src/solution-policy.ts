import type { Policy, Rule } from './access.ts'

const base = { audience: 'session' } as const
const viewer = { ...base, role: 'VIEWER' } as const
const member = { ...base, role: 'MEMBER' } as const
const admin = { ...base, role: 'ADMIN' } as const
const operator = { ...base, operator: 'only' } as const satisfies Rule
const operatorChange = { ...operator, change: true } as const satisfies Rule

/**
 * Everything that can be asked about solutions and organizations, and who may ask it. The first word says whose role counts.
 * Routes name their rule; the service asserts those that depend on what a call brings, such as inviting an admin.
 */
export const solutionPolicy = {
  'solution.create': { ...base, verified: true },
  'solution.create-paid': { ...base, verified: true, proof: true },
  'solution.list-own': base,
  'solution.list-others': { ...operator, open: true },
  'system.read-audit': { ...operator, open: true },
  'solution.read': { ...viewer, operator: 'also' },
  'solution.update': { ...member, unlocked: true },
  'solution.change-invoice-address': { ...admin, unlocked: true, factor: true },
  'solution.change-payment-method': { ...admin, unlocked: true, factor: true, proof: true },
  'solution.assign-organization': { ...admin, unlocked: true, factor: true },
  'solution.accept-agreement': admin,
  'solution.cancel': admin,
  'solution.delete': { ...admin, factor: true, proof: true },
  'solution.lock': operatorChange,
  'solution.lock-own': admin,
  'solution.lock-or-lock-own': { ...admin, operator: 'also' },
  'solution.invite': { ...admin, unlocked: true, factor: true },
  'solution.invite-admin': { ...admin, unlocked: true, factor: true, proof: true },
  'solution.list-invitations': { ...admin, operator: 'also' },
  'solution.change-member': { ...admin, factor: true },
  'solution.change-member-to-admin': { ...admin, factor: true, proof: true },
  'solution.remove-member': { ...admin, factor: true },
  'solution.leave': viewer,
  'solution.export': { ...admin, proof: true },
  'solution.read-audit': { ...admin, operator: 'also' },
  'organization.create': { ...base, verified: true },
  'organization.list-own': base,
  'organization.list-others': { ...operator, open: true },
  'organization.read': { ...viewer, operator: 'also' },
  'organization.update': { ...admin, factor: true },
  'organization.change-payout': { ...admin, factor: true, proof: true },
  'organization.delete': { ...admin, factor: true, proof: true },
  'organization.request-verification': { ...admin, factor: true },
  'organization.read-evidence': { ...admin, operator: 'also' },
  'organization.verify': operatorChange,
  'organization.read-solutions': { ...viewer, operator: 'also' },
  'organization.assign-solutions': member,
  'organization.end-solutions': { ...admin, factor: true },
  'organization.invite': { ...admin, factor: true },
  'organization.invite-admin': { ...admin, factor: true, proof: true },
  'organization.list-invitations': { ...admin, operator: 'also' },
  'organization.change-member': { ...admin, factor: true },
  'organization.change-member-to-admin': { ...admin, factor: true, proof: true },
  'organization.remove-member': { ...admin, factor: true },
  'organization.leave': viewer,
  'organization.list-invite-tokens': admin,
  'organization.invite-tokens': { ...admin, factor: true },
  'organization.export': { ...admin, proof: true },
  'organization.read-audit': { ...admin, operator: 'also' },
  'invitation.list-own': base,
  'invitation.answer': { ...base, verified: true },
} as const satisfies Policy
