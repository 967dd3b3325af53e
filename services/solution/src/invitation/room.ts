import type { Entity } from '@bollard/access'
import { membersMax, pendingInvitationsMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { planFull } from '../member/quota.ts'

interface Counts {
  readonly members: number
  /** Open invitations, without the one that is to be replaced or answered. */
  readonly pending: number
}

/** Members and open invitations, without those to `exceptEmail`. For admins of the entity, who see all of them. */
export async function countBelonging(
  tx: Queries,
  { kind, id }: Entity,
  exceptEmail: string,
  now: Date,
): Promise<Counts> {
  const [name, sql] = kind === 'SOLUTION' ? countInSolution : countInOrganization
  const [row] = await tx.query(name, sql, [id, exceptEmail, now])
  return row ?? { members: 0, pending: 0 }
}

/** Throws `quota-exceeded` for too many open invitations or members, naming both numbers where the plan allows fewer. */
export function assertRoom({ members, pending }: Counts, planMax: number | null): void {
  if (pending >= pendingInvitationsMax)
    throw new ProblemError('quota-exceeded', `There can be ${pendingInvitationsMax} open invitations.`)
  if (members + pending >= membersMax)
    throw new ProblemError('quota-exceeded', `There can be ${membersMax} members and open invitations.`)
  if (planMax !== null && members + pending >= planMax) throw planFull(members + pending, planMax)
}

const pendingOf = (column: string) =>
  `(select count(*)::int from solution.invitations where ${column} = $1 and status = 'PENDING' and expires_at > $3 and email <> $2) as pending`
const countInSolution = [
  'invitation-room-in-solution',
  `select (select count(*)::int from solution.members where solution_id = $1) as members, ${pendingOf('solution_id')}`,
] as const
const countInOrganization = [
  'invitation-room-in-organization',
  `select (select count(*)::int from solution.organization_members where organization_id = $1) as members, ${pendingOf('organization_id')}`,
] as const
