import { attempt, proveRedirect, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'

interface ArchiveRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  /** The page with the link, on this site: people come back to it from proving who they are, with `?proven`. */
  readonly page: string
  readonly fileName: string
}

/** Hands a ZIP file on from the service, which sees to it that the person may have it and has just proven who they are. */
export async function handOnArchive(
  { context, request, page, fileName }: ArchiveRequest,
  asked: Promise<Response>,
): Promise<Response> {
  const scope = scopeOf(context, request)
  scope.personal = true
  const answer = await attempt(asked)
  if (answer.ok) {
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    }
    return new Response(answer.value.body, { headers })
  }
  const { code, status } = answer.problem
  if (code === 'step-up-required') throw proveRedirect(scope, request, `${page}?proven`)
  if (status === 401) throw signInRedirect(scope, request)
  throw data(answer.problem, { status })
}
