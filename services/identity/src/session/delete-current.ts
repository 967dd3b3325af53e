import type { Caller, IdentityContext } from '../identity-context.ts'
import { endSession } from './end.ts'

/** Signs out. Answers the cookies that clear the browser, also when nobody was signed in. */
export async function deleteCurrentSession(context: IdentityContext, caller: Caller): Promise<string[]> {
  // Ours first: better-auth would clear the cookie even if the session could not be deleted.
  await endSession(context, caller.headers.get('cookie') ?? undefined)
  const { headers } = await context.auth.api.signOut({ headers: caller.headers, returnHeaders: true })
  return headers.getSetCookie()
}
