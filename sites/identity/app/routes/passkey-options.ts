import { apiOf, attempt } from '@bollard/site-kit/server'
import type { Route } from './+types/passkey-options.ts'

/** A challenge for a passkey, for the scripts of these pages: the browser itself never calls the API. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await attempt(apiOf(context, request).startPasskeySignIn())
  return answer.ok
    ? Response.json(answer.value)
    : Response.json({ code: answer.problem.code }, { status: answer.problem.status })
}
