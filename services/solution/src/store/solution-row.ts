import type { Actor } from '@bollard/access'
import type { Lock, Role, Solution } from '@bollard/contracts'
import { factorAskedFrom } from '../policy.ts'
import type { BillingSummary } from '../solution-context.ts'

/** A solution as the statements of this service select it; the table's checks hold the unions. */
export interface SolutionRow {
  readonly id: string
  readonly label: string
  readonly type: Solution['item']['type']
  readonly timezone: string
  readonly language: Solution['language']
  readonly notificationEmails: readonly string[]
  readonly lifecycle: Solution['lifecycle']
  readonly endsAt: Date | null
  readonly deletionAt: Date | null
  /** Since when its plan costs something; null while it does not. */
  readonly paidSince: Date | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly managementOrganization: Solution['managementOrganization']
  readonly members: Solution['members']
  readonly locks: readonly LockJson[]
  readonly myRole: Role
}

/** A lock out of JSON, so its times are text. */
export type LockJson = Omit<Lock, 'lockedAt' | 'lockedUntil'> & {
  readonly lockedAt: string
  readonly lockedUntil: string | null
}

/** Columns of `SolutionRow` save `myRole`, from `solution.solutions s`. */
export const solutionColumns = `s.id, s.label, s.type, s.timezone, s.language, s.notification_emails as "notificationEmails", s.lifecycle,
  s.ends_at as "endsAt", s.deletion_at as "deletionAt", s.paid_since as "paidSince", s.version, s.created_at as "createdAt", s.updated_at as "updatedAt",
  case when s.organization_id is not null
    then json_build_object('id', s.organization_id, 'name', solution.name_of_organization(s.organization_id)) end as "managementOrganization",
  coalesce((select json_agg(json_build_object('userId', m.user_id, 'role', m.role) order by m.created_at, m.user_id)
     from solution.members m where m.solution_id = s.id), '[]') as members,
  coalesce((select json_agg(json_build_object('id', l.id, 'reason', l.reason, 'effect', l.effect, 'publicMessage', l.public_message,
       'lockedAt', l.locked_at, 'lockedUntil', l.locked_until) order by l.locked_at, l.id)
     from solution.locks l where l.solution_id = s.id and l.unlocked_at is null), '[]') as locks`

export function toSolution(row: SolutionRow, billing: BillingSummary | undefined, actor: Actor): Solution {
  return {
    id: row.id,
    label: row.label,
    item: { type: row.type },
    managementOrganization: row.managementOrganization,
    members: row.members,
    myRole: row.myRole,
    timezone: row.timezone,
    language: row.language,
    notificationEmails: [...row.notificationEmails],
    lifecycle: row.lifecycle,
    endsAt: row.endsAt?.toISOString() ?? null,
    deletionAt: row.deletionAt?.toISOString() ?? null,
    secondFactorFrom: factorAskedFrom(actor, row),
    ...ofBilling(billing),
    locks: row.locks.map(({ lockedAt, lockedUntil, ...lock }) => ({
      ...lock,
      lockedAt: new Date(lockedAt).toISOString(),
      lockedUntil: lockedUntil === null ? null : new Date(lockedUntil).toISOString(),
    })),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What of billing stands in a solution. */
export function ofBilling(billing: BillingSummary | undefined): Pick<Solution, 'billing' | 'planCode' | 'usage'> {
  if (billing === undefined) return { billing: null, planCode: null, usage: null }
  const { status, trialEndsAt, periodEndsAt, invoiceAddressId, paymentMethodId, usageAlertPercents, planCode, usage } =
    billing
  return {
    billing: {
      status,
      trialEndsAt: trialEndsAt?.toISOString() ?? null,
      periodEndsAt: periodEndsAt?.toISOString() ?? null,
      invoiceAddressId,
      paymentMethodId,
      usageAlertPercents: [...usageAlertPercents],
    },
    planCode,
    usage: usage && { ...usage, percent: percentOf(usage) },
  }
}

function percentOf({ counted, included }: NonNullable<BillingSummary['usage']>): number | null {
  if (included === null) return null
  // A limit of nothing is used up by anything.
  return included === 0 ? 100 : Math.floor((counted * 100) / included)
}
