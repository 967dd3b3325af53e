import type { SolutionDeps } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Invitations hold addresses of people who need not have an account, so what is no longer shown is not kept. */
const invitationsKeptDays = 90

/** Verifications handled at once; the rest follows with the next run. */
const batch = 100

/**
 * Ends the verifications whose 12 months are over, and says how many. Run it every few minutes, in as many processes as you
 * like: each organization is handled once. Sweeps what is only kept for a time as well.
 */
export async function runDueOrganizations({ db }: Pick<SolutionDeps, 'db'>, now: Date): Promise<{ expired: number }> {
  await db.query('invitation-mails-sweep', 'delete from solution.invitation_mails where at < $1', [new Date(now.getTime() - 3_600_000)])
  await db.query('invitations-sweep', sweepSql, [now, new Date(now.getTime() - invitationsKeptDays * 86_400_000)])
  await releaseLeft(db, now)
  const expired = await db.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>('organization-expire', expireSql, [now, batch])
    for (const { id } of rows) {
      await recordAudit(tx, null, null, now, {
        scope: 'ORGANIZATION',
        scopeId: id,
        action: 'organization.verification-expired',
        before: { verification: 'VERIFIED' },
        after: { verification: 'EXPIRED' },
      })
    }
    return rows.length
  })
  return { expired }
}

/** Takes solutions off organizations to which they were given at the very moment in which these were deleted. */
async function releaseLeft(db: SolutionDeps['db'], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const released = await tx.query<{ id: string; organizationId: string; name: string }>('organization-release-left', releaseSql, [batch])
    for (const { id, organizationId, name } of released) {
      const happening = { scope: 'SOLUTION', scopeId: id, action: 'solution.organization-changed' } as const
      await recordAudit(tx, null, null, now, { ...happening, before: { organizationId, name }, after: { organizationId: null } })
    }
  })
}

const sweepSql = `delete from solution.invitations where created_at < $2 and (status <> 'PENDING' or expires_at <= $1)`
const releaseSql = `update solution.solutions s set organization_id = null, version = s.version + 1
  from solution.organizations o
  where o.id = s.organization_id and o.deleted_at is not null and s.id in (
    select l.id from solution.solutions l join solution.organizations d on d.id = l.organization_id where d.deleted_at is not null
    order by l.id limit $1 for no key update of l skip locked)
  returning s.id, o.id as "organizationId", o.name`
const expireSql = `update solution.organizations set verification = 'EXPIRED', updated_at = $1, version = version + 1
  where id in (
    select id from solution.organizations where verification = 'VERIFIED' and verified_until <= $1 and deleted_at is null
    order by id limit $2 for no key update skip locked)
  returning id`
