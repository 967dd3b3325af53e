import type { Organization } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** The organization that earns by what is paid for a solution, or buys it to sell it on. */
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
  /** A verified reseller that manages the solution, and one of its members who is more than a viewer pays. */
  readonly isResale: boolean
}

/**
 * The reseller who pays for what it manages; without one who brought the customer, and without anybody who manages the solution.
 * Null when there is none of them, or the organization was deleted. Asked by billing, so in nobody's name.
 */
export async function findReferrer(db: Queries, solutionId: string, payerId: string): Promise<Referrer | null> {
  const [row] = await db.query('solution-referrer', referrerSql, [solutionId, payerId])
  return row ?? null
}

const referrerSql = `select o.id as "organizationId", o.name as "organizationName", o.kind, o.commission_preference as "commissionPreference",
    coalesce(case when s.referred_by = o.id then s.referred_at end, m.first_at, s.created_at) as since,
    exists (select from solution.organization_members p where p.organization_id = o.id and p.user_id = $2) as "isOwn", r.id is not null as "isResale"
  from solution.solutions s
    left join solution.organizations r on r.id = s.organization_id and r.kind = 'RESELLER' and r.verification = 'VERIFIED' and exists (
      select from solution.organization_members p where p.organization_id = r.id and p.user_id = $2 and p.role <> 'VIEWER')
    join solution.organizations o on o.id = coalesce(r.id, s.referred_by, s.organization_id)
    left join solution.managements m on m.solution_id = s.id and m.organization_id = o.id
  where s.id = $1 and o.deleted_at is null`
