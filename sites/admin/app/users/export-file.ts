import { apiOf, load, requireId } from '@bollard/site-kit/server'
import type { Route } from './+types/export-file.ts'

/** The export of a person’s data, for somebody who cannot sign in. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const userId = requireId(context, request, params.userId)
  const exportId = requireId(context, request, params.exportId)
  const reason = new URL(request.url).searchParams.get('reason') ?? ''
  const file = await load(context, request, apiOf(context, request).downloadPersonExport({ userId, exportId, reason }))
  return new Response(file.body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="bollard-account-${userId}.zip"`,
      'cache-control': 'no-store',
    },
  })
}
