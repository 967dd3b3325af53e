import type { Queries } from '@bollard/database'
import type { Entity } from '@bollard/access'

/**
 * Takes back what an admin gave away whom another admin removes or makes less: open invitations, and links for joining. Else
 * whoever was removed could come back by an invitation to a second address of theirs. Answers how many those were.
 */
export async function revokeInvitationsOf(
  tx: Queries,
  { kind, id }: Entity,
  userId: string,
  at: Date,
): Promise<number> {
  const values = [id, userId, at]
  const [name, sql] = kind === 'SOLUTION' ? ofSolution : ofOrganization
  const invitations = await tx.query(name, sql, values)
  const links = kind === 'SOLUTION' ? [] : await tx.query('invite-token-revoke-of', linksSql, values)
  return invitations.length + links.length
}

const revoke = `update solution.invitations set status = 'REVOKED', decided_at = $3 where status = 'PENDING' and invited_by = $2`
const ofSolution = ['invitation-revoke-of-in-solution', `${revoke} and solution_id = $1 returning id`] as const
const ofOrganization = [
  'invitation-revoke-of-in-organization',
  `${revoke} and organization_id = $1 returning id`,
] as const
const linksSql = `update solution.invite_tokens set revoked_at = $3
  where organization_id = $1 and created_by = $2 and purpose = 'JOIN' and revoked_at is null returning id`
