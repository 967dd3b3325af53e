import { apiOf, load, requireId, requireUser } from '@bollard/site-kit/server'
import { Outlet } from 'react-router'
import { isVisit } from '../frame/is-visit.ts'
import type { Route } from './+types/organization-layout.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const api = apiOf(context, request)
  const [organization, user] = await Promise.all([
    load(context, request, api.getOrganization({ organizationId })),
    requireUser(context, request),
  ])
  // Only for administrators of the installation is it a question whether they belong here.
  const members = user.isAdmin
    ? (await load(context, request, api.listOrganizationMembers({ organizationId }))).items
    : []
  return { organization, isVisit: isVisit(user, members) }
}

/** Around all pages of one organization, which read it from here. */
export default function OrganizationFrame() {
  return <Outlet />
}
