import type { Caller, IdentityContext } from '../identity-context.ts'
import type { Belonging } from './belongings.ts'
import { requireActor } from '../session/actor.ts'
import { type Blocker, findBlockers } from './find-blockers.ts'

type Named = Pick<Belonging, 'kind' | 'id' | 'name'>

/** What stands in the way of deleting the account, and what its owner would leave. */
export async function previewDeletion(
  context: IdentityContext,
  caller: Caller,
): Promise<{ blockers: Blocker[]; leaves: Named[] }> {
  const { userId } = await requireActor(context, caller)
  const all = await context.belongings.list(userId)
  const named = (belonging: Belonging): Named => ({ kind: belonging.kind, id: belonging.id, name: belonging.name })
  const blockers = findBlockers(all)
  const blocking = new Set(blockers.map(({ id }) => id))
  return { blockers, leaves: all.filter(({ id }) => !blocking.has(id)).map(named) }
}
