import type { Actor } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'

/** The refusal of one member more than the plan of a solution allows; `used` are those there are, where they count with open invitations. */
export function planFull(used: number, max: number): ProblemError {
  const errors = [{ pointer: '', code: 'limit-exceeded', params: { limit: 'members', used, max } }]
  return new ProblemError('quota-exceeded', 'The plan of this solution has no room for another member; see "errors".', {
    errors,
  })
}

export const organizationsPerUserMax = 10

/** One new membership per person at a time, over all processes, or two at once could both be the tenth. Held until the transaction ends. */
export async function lockOwnQuota(tx: Queries, { userId }: Pick<Actor, 'userId'>): Promise<void> {
  await tx.query(
    'organization-own-turn',
    `select pg_advisory_xact_lock(hashtextextended('organization.create ' || $1, 0))`,
    [userId],
  )
}

/** Throws `quota-exceeded` for a person who belongs to as many organizations as there may be. Whoever asks has their turn. */
export async function assertWithinQuota(tx: Queries, { userId }: Pick<Actor, 'userId'>): Promise<void> {
  const [row] = await tx.query('organization-count-own', countSql, [userId])
  if (!row || row.count < organizationsPerUserMax) return
  const errors = [{ pointer: '', code: 'own-organizations', params: { most: organizationsPerUserMax } }]
  throw new ProblemError('quota-exceeded', `An account may belong to ${organizationsPerUserMax} organizations.`, {
    errors,
  })
}

const countSql = 'select count(*)::int as count from solution.organization_members where user_id = $1'
