import type { Actor, Entity } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { requireAccess, type Standing, lockEntity } from '../access/entity.ts'
import type { Action } from '../policy.ts'
import { entityOf, invitationColumns, type InvitationRow } from './invitation-row.ts'

/**
 * An invitation that the actor may deal with as an admin of what it leads to, while nobody else changes it. To everybody else
 * it does not exist; a member with a lower role learns no more, since they do not see invitations at all.
 */
export async function findManaged(
  tx: Queries,
  actor: Actor,
  invitationId: string,
  { now, actionFor }: { now: Date; actionFor: (row: InvitationRow) => Action },
): Promise<{ row: InvitationRow; entity: Entity; standing: Standing }> {
  const [seen] = await tx.query('invitation-find', findSql, [invitationId])
  if (!seen) throw new ProblemError('not-found')
  const entity = entityOf(seen)
  await lockEntity(tx, entity)
  const standing = await requireAccess(tx, actor, entity, actionFor(seen), now)
  const [row] = await tx.query('invitation-find', findSql, [invitationId])
  if (!row) throw new ProblemError('not-found')
  return { row, entity, standing }
}

const findSql = `select ${invitationColumns} from solution.invitations where id = $1`
