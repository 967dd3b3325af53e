import type { User } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { sessionAbsoluteSeconds } from '../auth/create-auth.ts'
import type { Caller, IdentityContext, WithCookies } from '../identity-context.ts'
import { readUser } from '../user.ts'
import { endSession } from './end.ts'

/** The signed-in person, or `unauthenticated`. Also moves the end of an active session ahead, at most once a day and up to 30 days in all. */
export async function getCurrentSession(context: IdentityContext, caller: Caller): Promise<WithCookies<User>> {
  const { headers, response } = await context.auth.api.getSession({ headers: caller.headers, returnHeaders: true })
  if (!response) throw new ProblemError('unauthenticated', 'Nobody is signed in.')
  if (context.now().getTime() - response.session.createdAt.getTime() >= sessionAbsoluteSeconds * 1000) {
    await endSession(context, caller.headers.get('cookie') ?? undefined)
    throw new ProblemError('unauthenticated', 'Nobody is signed in.')
  }
  return { body: await readUser(context.db, response.user.id), cookies: headers.getSetCookie() }
}
