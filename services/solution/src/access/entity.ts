import { type Actor, type Caller, type Entity, isApiKeyCaller, type Standing as AccessStanding } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { type Action, assertAllowed, isFactorDue } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

export interface Standing extends AccessStanding {
  /** What people call the solution or the organization. */
  readonly name: string
  readonly readOnly: boolean
  /** Its admins need a second factor, because it, or something that it manages, has been paid for long enough. */
  readonly factorDue: boolean
}

export const solutionOf = (id: string): Entity => ({ kind: 'SOLUTION', id })
export const organizationOf = (id: string): Entity => ({ kind: 'ORGANIZATION', id })

/** How the actor stands there, once the policy has let the action through; throws its refusal otherwise. */
export async function requireAccess(
  tx: Queries,
  actor: Actor,
  entity: Entity,
  action: Action,
  now: Date,
): Promise<Standing> {
  const standing = await findStanding(tx, actor, entity, now)
  assertAllowed(actor, action, standing, now)
  if (standing === null) throw new ProblemError('not-found')
  return standing
}

/** How the actor stands there; null when there is nothing, or nothing for them. */
export async function findStanding(
  tx: Queries,
  actor: Pick<Actor, 'userId'>,
  entity: Entity,
  now: Date,
): Promise<Standing | null> {
  const [row] =
    entity.kind === 'SOLUTION'
      ? await tx.query('standing-in-solution', inSolutionSql, [entity.id, actor.userId])
      : await tx.query('standing-in-organization', inOrganizationSql, [entity.id, actor.userId])
  return row === undefined ? null : standingOf(row, now)
}

function standingOf({ paidSince, ...standing }: StandingRow, now: Date): Standing {
  return { ...standing, factorDue: isFactorDue(paidSince, now) }
}

/**
 * The same before a verb begins, in a transaction of its own. A deleted solution is still there for those who may restore it or read
 * what became of it; the verbs refuse everything else.
 */
export function findStandingForGate(
  { db, now }: Pick<SolutionContext, 'db' | 'now'>,
  caller: Caller,
  entity: Entity,
): Promise<Standing | null> {
  // No API key is a member of anything here.
  if (isApiKeyCaller(caller)) return Promise.resolve(null)
  return asActor(
    db,
    caller,
    async (tx) => {
      if (entity.kind === 'ORGANIZATION') return findStanding(tx, caller, entity, now())
      const [row] = await tx.query('standing-at-gate', atGateSql, [entity.id, caller.userId])
      return row === undefined ? null : standingOf(row, now())
    },
    { seesAll: true },
  )
}

interface StandingRow extends Omit<Standing, 'factorDue'> {
  /** Null while it costs nothing. */
  readonly paidSince: Date | null
}

/**
 * Changes of who belongs to one entity, and of its invitations and links, take turns until the end of the transaction. Take
 * the turn before `requireAccess`, so that the role is still what it was when the change is made, and counts stay exact.
 */
export async function lockEntity(tx: Queries, entity: Entity): Promise<void> {
  await tx.query('entity-turn', `select pg_advisory_xact_lock(hashtextextended('solution.entity ' || $1, 0))`, [
    entity.id,
  ])
}

// Organizations see the solutions that they manage: their people have a standing without a role there, which is a stranger's.
const atGateSql = `select s.label as name, m.role, 'READ_ONLY' = any(solution.effects_of(s.id)) as "readOnly", s.paid_since as "paidSince"
  from solution.solutions s left join solution.members m on m.solution_id = s.id and m.user_id = $2
  where s.id = $1`
const inSolutionSql = `${atGateSql} and s.lifecycle <> 'DELETED'`
const inOrganizationSql = `select o.name, m.role, false as "readOnly", o.paid_since as "paidSince"
  from solution.organizations o left join solution.organization_members m on m.organization_id = o.id and m.user_id = $2
  where o.id = $1 and o.deleted_at is null`
