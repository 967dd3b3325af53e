import { apiOf, attempt, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

type ForAdmins<T> = { allowed: true; value: T } | { allowed: false; admins: string[] }

/** What the service shows to admins only; everybody else gets the names of those who can help. */
export async function loadForAdmins<T>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  organizationId: string,
  call: () => Promise<T>,
): Promise<ForAdmins<T>> {
  const first = call()
  const answer = await attempt(first)
  if (answer.ok) return { allowed: true, value: answer.value }
  // An administrator of the installation has no role here, and is told of nothing that they may not see.
  const mayNot = ['role-too-low', 'not-found'].includes(answer.problem.code)
  if (!mayNot) return { allowed: true, value: await load(context, request, first) }
  return { allowed: false, admins: await adminsOf(context, request, organizationId) }
}

/** For pages that only change something: null for an admin, and for everybody else the names of the admins. */
export async function adminsUnlessAdmin(
  context: Readonly<RouterContextProvider>,
  request: Request,
  organizationId: string,
): Promise<string[] | null> {
  const { myRole } = await load(context, request, apiOf(context, request).getOrganization({ organizationId }))
  return myRole === 'ADMIN' ? null : adminsOf(context, request, organizationId)
}

async function adminsOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
  organizationId: string,
): Promise<string[]> {
  const { items } = await load(context, request, apiOf(context, request).listOrganizationMembers({ organizationId }))
  return items.filter(({ role }) => role === 'ADMIN').map(({ givenName, email }) => givenName ?? email ?? '–')
}
