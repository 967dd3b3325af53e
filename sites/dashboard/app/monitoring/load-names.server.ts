import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { nameOf } from '../people/person.tsx'

/** Names of the members of a solution by their ids; empty where they cannot be read, and those who left have none. */
export async function loadNames(
  context: Readonly<RouterContextProvider>,
  request: Request,
  solutionId: string,
): Promise<Record<string, string>> {
  const members = await attempt(apiOf(context, request).listSolutionMembers({ solutionId }))
  return members.ok
    ? Object.fromEntries(members.value.items.map((member) => [member.userId, nameOf(member) ?? '']))
    : {}
}
