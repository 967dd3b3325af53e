import type { Caller, IdentityContext } from '../identity-context.ts'
import { endSession } from './end.ts'

/** Signs in somebody who proved who they are by other means than a password. Answers the cookies to set. */
export async function openSession(context: IdentityContext, caller: Caller, userId: string): Promise<string[]> {
  const { headers } = await context.auth.api.signInAs({ body: { userId }, headers: caller.headers, returnHeaders: true })
  await endSession(context, caller.headers.get('cookie') ?? undefined)
  return headers.getSetCookie()
}
