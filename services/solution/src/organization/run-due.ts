import type { Person } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { sweepRepeatedCalls } from '@bollard/http'
import { organizationOf } from '../access/entity.ts'
import { findOrganizationAdmins } from './find-facts.ts'
import { dashboardPage, notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Invitations hold addresses of people who need not have an account, so what is no longer shown is not kept. */
const invitationsKeptDays = 90

type DueContext = Pick<SolutionContext, 'db' | 'identity' | 'enqueueMail' | 'dashboardUrl'>

/** Verifications handled at once; the rest follows with the next run. */
const batch = 100

/**
 * Ends the verifications whose 12 months are over, tells the admins, and says how many. Run it every few minutes, in as many
 * processes as you like: each organization is handled once. Sweeps what is only kept for a time as well.
 */
export async function runDueOrganizations(context: DueContext, now: Date): Promise<{ expired: number }> {
  const { db } = context
  await db.query('invitation-mails-sweep', 'delete from solution.invitation_mails where at < $1', [
    new Date(now.getTime() - 3_600_000),
  ])
  await db.query('invitations-sweep', sweepSql, [now, new Date(now.getTime() - invitationsKeptDays * 86_400_000)])
  await sweepRepeatedCalls(db, 'solution', now)
  await releaseLeft(db, now)
  const due = await db.query('organization-expiring', expiringSql, [now, batch])
  // Asked before the transaction, since the answers need connections of their own.
  const admins = new Map(
    await Promise.all(due.map(async ({ id }) => [id, await findOrganizationAdmins(context, id)] as const)),
  )
  const expired = await db.transaction(async (tx) => {
    const rows = await tx.query('organization-expire', expireSql, [now, due.map(({ id }) => id)])
    for (const { id, name, until } of rows) {
      await recordAudit(tx, null, null, now, {
        scope: 'ORGANIZATION',
        scopeId: id,
        action: 'organization.verification-expired',
        before: { verification: 'VERIFIED' },
        after: { verification: 'EXPIRED' },
      })
      await tell(context, tx, admins.get(id) ?? [], { id, name, until })
    }
    return rows.length
  })
  return { expired }
}

interface Expired {
  readonly id: string
  readonly name: string
  readonly until: Date
}

async function tell(
  context: DueContext,
  tx: Queries,
  people: readonly Person[],
  { id, name, until }: Expired,
): Promise<void> {
  const link = (language: Person['language']) =>
    `${dashboardPage(context, language, organizationOf(id))}/settings/verification`
  const key = `${id} ${until.toISOString()}`
  await notifyPeople(context, tx, people, {
    kind: 'organization-expired',
    key,
    values: (language) => ({ link: link(language), organization: name }),
  })
}

/** Takes solutions off organizations to which they were given at the very moment in which these were deleted. */
async function releaseLeft(db: SolutionContext['db'], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const released = await tx.query('organization-release-left', releaseSql, [batch])
    for (const { id, organizationId, name } of released) {
      const event = { scope: 'SOLUTION', scopeId: id, action: 'solution.organization-changed' } as const
      await recordAudit(tx, null, null, now, {
        ...event,
        before: { organizationId, name },
        after: { organizationId: null },
      })
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
const expiringSql = `select id from solution.organizations where verification = 'VERIFIED' and verified_until <= $1 and deleted_at is null
  order by id limit $2`
const expireSql = `update solution.organizations set verification = 'EXPIRED', updated_at = $1, version = version + 1
  where id in (
    select id from solution.organizations where id = any($2::uuid[]) and verification = 'VERIFIED' and verified_until <= $1 and deleted_at is null
    order by id for no key update skip locked)
  returning id, name, verified_until as until`
