import { attempt, load, proveRedirect, scopeOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

interface LogFileRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly request: Request
  readonly solutionId: string
  /** The page with the link, on this site. A browser stays there when a file follows, so people come back to it from proving who they are. */
  readonly page: string
}

/** Hands a file of verifications on as it comes from the service, which sees to it that the person may have it and has just proven who they are. */
export async function handOnLogFile(
  { context, request, solutionId, page }: LogFileRequest,
  asked: Promise<Response>,
): Promise<Response> {
  const scope = scopeOf(context, request)
  scope.personal = true
  const answer = await attempt(asked)
  if (!answer.ok && answer.problem.code === 'step-up-required') throw proveRedirect(scope, request, page)
  const file = answer.ok ? answer.value : await load(context, request, asked)
  const isCsv = file.headers.get('content-type')?.startsWith('text/csv') === true
  return new Response(file.body, {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="bollard-${solutionId}-verifications.${isCsv ? 'csv' : 'json'}"`,
      'cache-control': 'no-store',
    },
  })
}
