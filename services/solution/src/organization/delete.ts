import type { Actor, Call } from '@bollard/access'
import { lockEntity, organizationOf, requireAccess } from '../access/entity.ts'
import { lockOrganization } from './organization-row.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/**
 * Deletes an organization. Its solutions stay with their own members, invitations and links end, the account for payouts is
 * erased; the row stays for the books, with the name, the legal name and the address that credit notes were written to.
 */
export async function deleteOrganization(
  context: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor,
  organizationId: string,
  call: Call,
): Promise<void> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    const entity = organizationOf(organizationId)
    await lockEntity(tx, entity)
    const { name } = await requireAccess(tx, actor, entity, 'organization.delete', at)
    // Its row before its log, as whoever changes it takes them.
    await lockOrganization(tx, organizationId)
    const released = await tx.query(
      'organization-release',
      'select id from solution.release_solutions($1, null, $2) as id',
      [organizationId, at],
    )
    for (const { id } of released) {
      const before = { organizationId, name }
      await recordAudit(tx, actor, call, at, {
        scope: 'SOLUTION',
        scopeId: id,
        action: 'solution.organization-changed',
        before,
        after: { organizationId: null },
      })
    }
    await tx.query('organization-revoke-invitations', revokeInvitationsSql, [organizationId, at])
    await tx.query('organization-revoke-tokens', revokeTokensSql, [organizationId, at])
    await tx.query('organization-forget-account', 'delete from solution.payout_accounts where organization_id = $1', [
      organizationId,
    ])
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: 'organization.deleted',
      before: { name },
      after: { releasedSolutions: released.length },
    })
    await tx.query('organization-delete', deleteSql, [organizationId, at])
    // Last, because nobody sees the organization any more afterwards.
    await tx.query(
      'organization-delete-members',
      'delete from solution.organization_members where organization_id = $1',
      [organizationId],
    )
  })
}

const revokeInvitationsSql = `update solution.invitations set status = 'REVOKED', decided_at = $2 where organization_id = $1 and status = 'PENDING'`
const revokeTokensSql =
  'update solution.invite_tokens set revoked_at = $2 where organization_id = $1 and revoked_at is null'
const deleteSql = `update solution.organizations set deleted_at = $2, updated_at = $2, website = null, contact_email = '', version = version + 1 where id = $1`
