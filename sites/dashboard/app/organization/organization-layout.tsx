import { apiOf, load } from '@bollard/site-kit/server'
import { Outlet } from 'react-router'
import { requireId } from '../request/require-id.server.ts'
import type { Route } from './+types/organization-layout.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  return { organization: await load(context, request, apiOf(context, request).getOrganization({ organizationId })) }
}

/** Around all pages of one organization, which read it from here. */
export default function OrganizationFrame() {
  return <Outlet />
}
