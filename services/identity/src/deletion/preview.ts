import type { Caller, IdentityContext } from '../identity-context.ts'
import type { Belonging } from '../belongings.ts'
import { requireActor } from '../session/find-actor.ts'

type Named = Pick<Belonging, 'kind' | 'id' | 'name'>

/** What stands in the way of deleting the account, and what its owner would leave. */
export async function previewDeletion(context: IdentityContext, caller: Caller): Promise<{ blockers: Named[]; leaves: Named[] }> {
  const { userId } = await requireActor(context, caller)
  const all = await context.belongings.list(userId)
  const named = (belonging: Belonging): Named => ({ kind: belonging.kind, id: belonging.id, name: belonging.name })
  return { blockers: all.filter((one) => one.isSoleAdmin).map(named), leaves: all.filter((one) => !one.isSoleAdmin).map(named) }
}
