import type { User } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Caller, IdentityContext, WithCookies } from '../identity-context.ts'
import { readUser } from '../user.ts'
import { findActor } from './find-actor.ts'

/** The signed-in person, or `unauthenticated`. Also moves the end of an active session ahead, at most once a day and up to 30 days in all. */
export async function getCurrentSession(context: IdentityContext, caller: Caller): Promise<WithCookies<User>> {
  // Ours first: better-auth does not know the 30 days, and hides that the database is away.
  const actor = await findActor(context, caller.headers.get('cookie') ?? undefined)
  if (actor === null) throw new ProblemError('unauthenticated', 'Nobody is signed in.')
  const { headers } = await context.auth.api.getSession({ headers: caller.headers, returnHeaders: true })
  return { body: await readUser(context.db, actor.userId), cookies: headers.getSetCookie() }
}
