import { ProblemError } from '@bollard/http'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { type Actor, findActor } from '../session/actor.ts'

/** The administrator behind a call. Throws `unauthenticated`, `second-factor-needed` or `forbidden` for everybody else. */
export async function requireOperator(context: IdentityContext, caller: Caller): Promise<Actor> {
  const actor = await findActor(context, caller.headers.get('cookie') ?? undefined)
  if (actor === null) throw new ProblemError('unauthenticated')
  if (actor.adminNeedsSecondFactor) throw new ProblemError('second-factor-needed')
  if (!actor.isAdmin) throw new ProblemError('forbidden')
  return actor
}
