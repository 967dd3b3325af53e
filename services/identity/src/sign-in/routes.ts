import { identityRoutes as routes, identitySecurityRoutes as security } from '@bollard/contracts'
import { type GuardedScope, mountRoute, ProblemError } from '@bollard/http'
import { withCookies } from '../browser/read-call.ts'
import { startPasskeyProof } from '../passkey/start.ts'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { answerSecondFactor, getSecondFactors } from './answer-second-factor.ts'
import { createPasskeySession } from './create-passkey-session.ts'
import { createSession } from './create-session.ts'
import { proveSession } from './prove-session.ts'

/** Signing in with a password, a second factor or a passkey. */
export function mountSignInRoutes({ open }: Scopes, { context, callOf }: RouteOptions): void {
  mountRoute(open, routes.createSession, async ({ body, request, reply }) => {
    const user = withCookies(reply, await createSession(context, body, callOf(request)))
    if (user === null) throw new ProblemError('second-factor-required')
    return user
  })
  mountRoute(open, security.answerSecondFactor, async ({ body, request, reply }) =>
    withCookies(reply, await answerSecondFactor(context, body, callOf(request))),
  )
  mountRoute(open, security.getSecondFactors, async ({ request }) => getSecondFactors(context, callOf(request)))
  mountRoute(open, security.startPasskeySignIn, async ({ request }) => startPasskeyProof(context, callOf(request)))
  mountRoute(open, security.createPasskeySession, async ({ body, request, reply }) =>
    withCookies(reply, await createPasskeySession(context, body, callOf(request))),
  )
}

/** In a scope whose gate takes the token of before as well (`findProver`), as a proof that is sent twice comes with it. */
export function mountProofRoute(
  guarded: GuardedScope,
  { context, callOf }: Pick<RouteOptions, 'context' | 'callOf'>,
): void {
  mountRoute(guarded, security.proveSession, async ({ body, request, reply }) =>
    withCookies(reply, await proveSession(context, body, callOf(request))),
  )
}
