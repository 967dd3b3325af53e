import { apiOf, attempt } from '@bollard/site-kit/server'
import type { Route } from './+types/organizations.ts'

const organizationsMax = 100

/** The organizations of the person, for the palette; none where they cannot be loaded, since the rest of it still helps. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await attempt(apiOf(context, request).listOrganizations({ limit: organizationsMax }))
  return answer.ok ? answer.value.items.map(({ id, name }) => ({ id, name })) : []
}
