import type { Actor, Call } from '@bollard/access'
import type { StatementRows } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { organizationOf, requireAccess } from '../access/entity.ts'
import { auditParts, writeExport } from '../export/write-export.ts'
import { describeInvitations, invitationColumns } from '../invitation/invitation-row.ts'
import { listMembers } from '../member/list.ts'
import { getOrganization } from './get.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Everything that is kept of an organization, for its admins, as the bytes of one ZIP file, made while it is sent. Its solutions are named; what is in them is exported from each. */
export async function exportOrganization(
  context: SolutionContext,
  actor: Actor,
  organizationId: string,
  call: Call,
): Promise<AsyncIterable<Buffer>> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    await requireAccess(tx, actor, organizationOf(organizationId), 'organization.export', at)
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: 'organization.taken-along',
    })
  })
  return writeExport(
    parts(context, actor, organizationId),
    { format: 'bollard-organization', version: 1, id: organizationId },
    at,
  )
}

async function* parts(context: SolutionContext, actor: Actor, organizationId: string): AsyncGenerator<ExportPart> {
  const read = <Name extends keyof StatementRows>(name: Name, sql: string) =>
    asActor(context.db, actor, (tx) => tx.query(name, sql, [organizationId]))
  yield { path: 'organization.json', content: await getOrganization(context, actor, organizationId) }
  yield { path: 'members.json', content: (await listMembers(context, actor, organizationOf(organizationId))).items }
  yield {
    path: 'invitations.json',
    content: await describeInvitations(
      context,
      await read('organization-export-invitations', invitationsSql),
      context.now(),
    ),
  }
  yield { path: 'invite-tokens.json', content: await read('organization-export-tokens', tokensSql) }
  yield { path: 'evidence.json', content: await read('organization-export-evidence', evidenceSql) }
  yield { path: 'solutions.json', content: await read('organization-export-solutions', solutionsSql) }
  yield* context.billing.partsOfOrganization(organizationId)
  yield* auditParts(context, 'ORGANIZATION', organizationId)
}

const invitationsSql = `select ${invitationColumns} from solution.invitations where organization_id = $1 order by id`
const tokensSql = `select id, label, purpose, role, prefix, uses, max_uses as "maxUses", created_by as "createdBy", created_at as "createdAt",
    expires_at as "expiresAt", revoked_at as "revokedAt" from solution.invite_tokens where organization_id = $1 order by id`
const evidenceSql = `select id, kind, details, status, created_at as "createdAt", decided_at as "decidedAt"
  from solution.organization_evidence where organization_id = $1 order by id`
const solutionsSql = `select id, label, type, lifecycle, created_at as "createdAt" from solution.solutions where organization_id = $1 order by id`
