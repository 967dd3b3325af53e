import type { Actor, Entity } from '@bollard/access'
import { membersMax, type Role } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { assertWithinQuota, lockOwnQuota, planFull } from './quota.ts'

/**
 * Makes the actor a member. The transaction has shown the token that allows it, taken the turn of the entity and seen that the
 * actor is none yet. Throws `quota-exceeded` at 100 members and for the
 * eleventh organization of a person, and `plan-feature` at the plan's limit where that is lower.
 */
export async function addMember(
  tx: Queries,
  actor: Actor,
  { kind, id }: Entity,
  { role, at, max }: { role: Role; at: Date; max: number },
): Promise<void> {
  const isSolution = kind === 'SOLUTION'
  if (!isSolution) {
    await lockOwnQuota(tx, actor)
    await assertWithinQuota(tx, actor)
  }
  const [row] = await tx.query(
    'member-count',
    'select solution.count_invited($1, $2) as count',
    isSolution ? [id, null] : [null, id],
  )
  const count = row?.count ?? 0
  if (count >= membersMax) throw new ProblemError('quota-exceeded', `There can be ${membersMax} members.`)
  if (count >= max) throw planFull(count, max)
  const [name, sql] = isSolution ? intoSolution : intoOrganization
  await tx.query(name, sql, [id, actor.userId, role, at])
}

const intoSolution = [
  'member-add-to-solution',
  'insert into solution.members (solution_id, user_id, role, created_at) values ($1, $2, $3, $4)',
] as const
const intoOrganization = [
  'member-add-to-organization',
  'insert into solution.organization_members (organization_id, user_id, role, created_at) values ($1, $2, $3, $4)',
] as const
