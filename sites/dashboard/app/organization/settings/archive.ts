import { apiOf, requireId } from '@bollard/site-kit/server'
import { handOnArchive } from '../../request/hand-on-archive.server.ts'
import type { Route } from './+types/archive.ts'

/** Everything that is kept of an organization, for its admins. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const organizationId = requireId(context, request, params.organizationId)
  const page = `/${params.language}/organizations/${organizationId}/settings/deletion`
  const fileName = `bollard-organization-${organizationId}.zip`
  return handOnArchive(
    { context, request, page, fileName },
    apiOf(context, request).exportOrganization({ organizationId }),
  )
}
