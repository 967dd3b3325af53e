import type { Organization } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** The organization that earns by what is paid for a solution. */
export interface Referrer {
  readonly organizationId: string
  readonly organizationName: string
  readonly kind: Organization['kind']
  /** Whether it earns by payments, or its customers pay less by as much. */
  readonly commissionPreference: Organization['commissionPreference']
  /** Since when it counts. */
  readonly since: Date
  /** The payer is one of its members: nobody earns by a purchase of their own. */
  readonly isOwn: boolean
}

/**
 * Who brought the customer; without anybody, who manages the solution. Null when there is neither, or the organization was
 * deleted. Asked by billing, so in nobody's name.
 */
export async function findReferrer(db: Queries, solutionId: string, payerId: string): Promise<Referrer | null> {
  const [row] = await db.query<Referrer>('solution-referrer', referrerSql, [solutionId, payerId])
  return row ?? null
}

const referrerSql = `select o.id as "organizationId", o.name as "organizationName", o.kind, o.commission_preference as "commissionPreference",
    coalesce(case when s.referred_by = o.id then s.referred_at end, m.first_at, s.created_at) as since,
    exists (select from solution.organization_members p where p.organization_id = o.id and p.user_id = $2) as "isOwn"
  from solution.solutions s join solution.organizations o on o.id = coalesce(s.referred_by, s.organization_id)
    left join solution.managements m on m.solution_id = s.id and m.organization_id = o.id
  where s.id = $1 and o.deleted_at is null`
