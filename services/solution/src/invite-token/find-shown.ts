import type { InviteToken } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { hashToken, showToken } from '../store/as-actor.ts'

export interface ShownInviteToken {
  readonly id: string
  readonly organizationId: string
  readonly organizationName: string
  readonly verified: boolean
  readonly purpose: InviteToken['purpose']
  readonly role: 'VIEWER' | 'MEMBER' | null
  readonly uses: number
  readonly maxUses: number | null
  readonly expiresAt: Date | null
}

/**
 * The link that a token belongs to. Throws `token-invalid` when there is none, or none any more, and `token-expired` when its
 * time is over or it was used as often as it may be.
 */
export async function findShownToken(tx: Queries, token: string, now: Date): Promise<ShownInviteToken> {
  const tokenHash = hashToken(token)
  await showToken(tx, tokenHash)
  const [found] = await tx.query('invite-token-shown', shownSql, [tokenHash])
  if (!found) throw new ProblemError('token-invalid')
  if (found.expiresAt !== null && found.expiresAt <= now) throw new ProblemError('token-expired')
  if (found.maxUses !== null && found.uses >= found.maxUses)
    throw new ProblemError('token-expired', 'The link was used as often as it may be.')
  return found
}

/** Counts one use. Whoever calls this has taken the turn of the organization, or is content with the database's own refusal to go over the limit. */
export async function countUse(tx: Queries, { id }: Pick<ShownInviteToken, 'id'>): Promise<void> {
  const counted = await tx.query('invite-token-count-use', countUseSql, [id])
  if (counted.length === 0) throw new ProblemError('token-expired', 'The link was used as often as it may be.')
}

const shownSql = `select t.id, t.organization_id as "organizationId", o.name as "organizationName", o.verified, t.purpose, t.role, t.uses,
    t.max_uses as "maxUses", t.expires_at as "expiresAt"
  from solution.invite_tokens t, solution.linked_organization(t.id) o where t.token_hash = $1 and t.revoked_at is null`
const countUseSql = `update solution.invite_tokens set uses = uses + 1
  where id = $1 and revoked_at is null and (max_uses is null or uses < max_uses) returning id`
