import type { Actor } from '@bollard/access'
import type { InviteToken } from '@bollard/contracts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** The links of an organization that were not deleted, newest first, for its admins. Used up and expired ones are among them. */
export async function listInviteTokens(
  context: Pick<SolutionContext, 'db'>,
  actor: Actor,
  organizationId: string,
): Promise<{ items: InviteToken[] }> {
  const rows = await asActor(context.db, actor, (tx) => tx.query('invite-token-list', listSql, [organizationId]))
  return {
    items: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
    })),
  }
}

const listSql = `select id, label, purpose, role, prefix, uses, max_uses as "maxUses", created_at as "createdAt", expires_at as "expiresAt"
  from solution.invite_tokens where organization_id = $1 and revoked_at is null order by id desc limit 100`
