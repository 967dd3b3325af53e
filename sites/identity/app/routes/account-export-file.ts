import { apiOf, attempt, proveRedirect, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { redirect } from 'react-router'
import type { Route } from './+types/account-export-file.ts'

/** Hands the ZIP file on from the service, which sees to it that it is the person's own and that they have just proven who they are. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { exportId, language } = params
  const scope = scopeOf(context, request)
  scope.personal = true
  const page = `/${language}/account/export`
  const answer = await attempt(apiOf(context, request).downloadAccountExport({ exportId }))
  if (answer.ok) {
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="bollard-account-${exportId}.zip"`,
      'cache-control': 'no-store',
    }
    return new Response(answer.value.body, { headers })
  }
  const { code, status } = answer.problem
  if (code === 'step-up-required')
    return proveRedirect(scope, request, `${page}?download=${encodeURIComponent(exportId)}`)
  if (status === 401) return signInRedirect(scope, request)
  return redirect(`${page}?problem=${encodeURIComponent(code)}`)
}
