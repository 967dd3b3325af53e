import { type ApiKey, type BypassKey, apiKeysMax, bypassKeysMax } from '@bollard/contracts'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { nameOf } from '../../people/person.tsx'
import { heldKey, type KeyKind } from './change-keys.server.ts'

/** What both kinds of keys have, and what one of them has beyond that. */
export type ShownKey = Omit<ApiKey, 'scopes' | 'replacedBy'> &
  Partial<
    Pick<ApiKey, 'scopes' | 'replacedBy'> & Pick<BypassKey, 'origins' | 'usesPerDay' | 'usesToday' | 'usesLast30Days'>
  >

/** Keys of one kind with the names that they refer to, and how many there may be. */
export async function loadKeys(asked: {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
  kind: KeyKind
}) {
  const { context, request, solutionId, kind } = asked
  const api = apiOf(context, request)
  const listing: Promise<{ items: ShownKey[] }> =
    kind === 'api' ? api.listApiKeys({ solutionId }) : api.listBypassKeys({ solutionId })
  const [{ items }, environments, members, plan, typed] = await Promise.all([
    load(context, request, listing),
    load(context, request, api.listEnvironments({ solutionId })),
    load(context, request, api.listSolutionMembers({ solutionId })),
    kind === 'api' ? attempt(api.getSolutionPlan({ solutionId })) : null,
    heldKey(asked),
  ])
  return {
    keys: items,
    environments: environments.items.map(({ id, name }) => ({ id, name })),
    creators: Object.fromEntries(members.items.map((member) => [member.userId, nameOf(member) ?? ''])),
    /** Some solutions have no plan, such as the installation's own. */
    max: kind === 'bypass' ? bypassKeysMax : ((plan?.ok ? plan.value.limits?.apiKeys : null) ?? apiKeysMax),
    typed,
    intent: crypto.randomUUID(),
  }
}
export type LoadedKeys = Awaited<ReturnType<typeof loadKeys>>
