import type { Problem } from '@bollard/contracts'
import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { tokenOfLink } from './token-of-link.server.ts'

/**
 * The token of a link, and why it can no longer be followed: asked as the page opens, so that nobody fills in its form in vain. Null
 * while it can be, and while nobody can say.
 */
export async function checkLink(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  check: (api: ReturnType<typeof apiOf>, token: string) => Promise<unknown>,
): Promise<{ token: string; problem: Problem | null }> {
  const { token } = tokenOfLink({ request })
  if (token === '') return { token, problem: null }
  const answer = await attempt(check(apiOf(context, request), token))
  return { token, problem: answer.ok ? null : answer.problem }
}
