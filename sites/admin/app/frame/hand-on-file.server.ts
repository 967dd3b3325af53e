import type { Problem } from '@bollard/contracts'
import { attempt, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

/**
 * Hands a file on from the service, with its own name and type. A refusal is a page with its code, unless `lead` throws where it has to
 * lead instead.
 */
export async function handOnFile(
  { request, context }: Asked,
  file: Promise<Response>,
  lead: (problem: Problem) => void = () => {},
): Promise<Response> {
  const scope = scopeOf(context, request)
  scope.personal = true
  const answer = await attempt(file)
  if (!answer.ok) {
    if (answer.problem.status === 401) throw signInRedirect(scope, request)
    lead(answer.problem)
    throw data(answer.problem, { status: answer.problem.status })
  }
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  for (const name of ['content-type', 'content-disposition']) {
    const value = answer.value.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(answer.value.body, { headers })
}
