import type { Actor, Entity } from '@bollard/access'
import type { Member, Role } from '@bollard/contracts'
import { requireAccess } from '../access/entity.ts'
import type { IdentityPort, SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

type ListContext = Pick<SolutionContext, 'db' | 'now' | 'identity'>

export interface MemberRow {
  readonly userId: string
  readonly role: Role
  readonly since: Date
}

/** All members in the order in which they joined, for members and administrators of the deployment. */
export async function listMembers(context: ListContext, actor: Actor, entity: Entity): Promise<{ items: Member[] }> {
  const rows = await asActor(
    context.db,
    actor,
    async (tx) => {
      await requireAccess(
        tx,
        actor,
        entity,
        entity.kind === 'SOLUTION' ? 'solution.read' : 'organization.read',
        context.now(),
      )
      return entity.kind === 'SOLUTION'
        ? tx.query('member-list-solution', ofSolutionSql, [entity.id])
        : tx.query('member-list-organization', ofOrganizationSql, [entity.id])
    },
    { seesAll: true },
  )
  return { items: await nameMembers(context, rows) }
}

/** Members with their names and addresses, which the identity service knows. Ask outside of a transaction. */
export async function nameMembers(
  { identity }: { readonly identity: Pick<IdentityPort, 'findPeople'> },
  rows: readonly MemberRow[],
): Promise<Member[]> {
  const people = new Map(
    (await identity.findPeople(rows.map(({ userId }) => userId))).map((person) => [person.userId, person]),
  )
  return rows.map(({ userId, role, since }) => {
    const person = people.get(userId)
    return {
      userId,
      givenName: person?.givenName ?? null,
      email: person?.email ?? null,
      role,
      since: since.toISOString(),
    }
  })
}

const columns = 'user_id as "userId", role, created_at as since'
const ofSolutionSql = `select ${columns} from solution.members where solution_id = $1 order by created_at, user_id`
const ofOrganizationSql = `select ${columns} from solution.organization_members where organization_id = $1 order by created_at, user_id`
