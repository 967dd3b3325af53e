import { identitySecurityRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { confirmFactorRemoval } from '../factor-removal/confirm.ts'
import { requestFactorRemoval } from '../factor-removal/request.ts'
import { stopFactorRemoval, stopOwnFactorRemoval } from '../factor-removal/stop.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { addPasskey } from '../passkey/add.ts'
import { removePasskey } from '../passkey/remove.ts'
import { renamePasskey } from '../passkey/rename.ts'
import { createPasskeySession } from '../sign-in/create-passkey-session.ts'
import { startPasskey, startPasskeyProof } from '../passkey/start.ts'
import { changePassword } from '../password/change.ts'
import { requestPasswordReset } from '../password/request-reset.ts'
import { resetPassword } from '../password/reset.ts'
import { withCookies } from '../browser/read-caller.ts'
import { answerSecondFactor, getSecondFactors } from '../sign-in/answer-second-factor.ts'
import { confirmTotp } from './confirm-totp.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'
import { getSecurity } from './get-security.ts'
import { removeTotp } from './remove-totp.ts'
import { startTotp } from './start-totp.ts'
import { undoNewFactor } from './undo-new-factor.ts'
import { deleteOtherSessions, deleteSession } from '../session/delete.ts'
import { type Actor, requireActor } from '../session/actor.ts'
import { listSessions } from '../session/list.ts'
import { proveSession } from '../sign-in/prove-session.ts'

export interface SecurityRouteDeps {
  readonly context: IdentityContext
  readonly callerOf: (request: FastifyRequest) => Caller
}

/** Second factors, passkeys, passwords, sessions and the proof that sensitive calls ask for. */
export function mountSecurityRoutes(app: FastifyInstance, { context, callerOf }: SecurityRouteDeps): void {
  /** Runs what only the signed-in person may do. */
  const asActor = async <T>(
    request: FastifyRequest,
    work: (context: IdentityContext, caller: Caller, actor: Actor) => Promise<T>,
  ): Promise<T> => {
    const [ready, caller] = [context, callerOf(request)]
    return work(ready, caller, await requireActor(ready, caller))
  }

  mountRoute(app, routes.answerSecondFactor, async ({ body, request, reply }) =>
    withCookies(reply, await answerSecondFactor(context, callerOf(request), body)),
  )
  mountRoute(app, routes.getSecondFactors, async ({ request }) => getSecondFactors(context, callerOf(request)))
  mountRoute(app, routes.startPasskeySignIn, async ({ request }) => startPasskeyProof(context, callerOf(request)))
  mountRoute(app, routes.createPasskeySession, async ({ body, request, reply }) =>
    withCookies(reply, await createPasskeySession(context, callerOf(request), body)),
  )
  mountRoute(app, routes.proveSession, async ({ body, request, reply }) =>
    withCookies(reply, await proveSession(context, callerOf(request), body)),
  )
  mountRoute(app, routes.listSessions, ({ request }) =>
    asActor(request, (ready, _caller, actor) => listSessions(ready, actor)),
  )
  mountRoute(app, routes.deleteSession, ({ params, request, reply }) =>
    asActor(request, async (...who) =>
      withCookies(reply, { body: null, cookies: await deleteSession(...who, params.sessionId) }),
    ),
  )
  mountRoute(app, routes.deleteOtherSessions, ({ request }) => asActor(request, deleteOtherSessions))
  mountRoute(app, routes.getSecurity, ({ request }) =>
    asActor(request, (ready, _caller, actor) => getSecurity(ready, actor)),
  )

  mountRoute(app, routes.requestFactorRemoval, async ({ request }) => requestFactorRemoval(context, callerOf(request)))
  mountRoute(app, routes.confirmFactorRemoval, async ({ body, request }) =>
    confirmFactorRemoval(context, callerOf(request), body.token),
  )
  mountRoute(app, routes.stopFactorRemoval, async ({ body, request }) =>
    stopFactorRemoval(context, callerOf(request), body.token),
  )
  mountRoute(app, routes.stopOwnFactorRemoval, ({ request }) => asActor(request, stopOwnFactorRemoval))
  mountRoute(app, routes.undoNewFactor, async ({ body, request }) =>
    undoNewFactor(context, callerOf(request), body.token),
  )
  mountRoute(app, routes.startTotp, ({ request }) => asActor(request, startTotp))
  mountRoute(app, routes.confirmTotp, ({ body, request }) =>
    asActor(request, (...who) => confirmTotp(...who, body.code)),
  )
  mountRoute(app, routes.deleteTotp, ({ request }) => asActor(request, removeTotp))
  mountRoute(app, routes.createRecoveryCodes, ({ request }) => asActor(request, createRecoveryCodes))
  mountRoute(app, routes.startPasskey, ({ request }) =>
    asActor(request, (ready, _caller, actor) => startPasskey(ready, actor)),
  )
  mountRoute(app, routes.addPasskey, ({ body, request }) => asActor(request, (...who) => addPasskey(...who, body)))
  mountRoute(app, routes.renamePasskey, ({ params, body, request }) =>
    asActor(request, (...who) => renamePasskey(...who, params.passkeyId, body.name)),
  )
  mountRoute(app, routes.deletePasskey, ({ params, request }) =>
    asActor(request, (...who) => removePasskey(...who, params.passkeyId)),
  )

  mountRoute(app, routes.changePassword, ({ body, request, reply }) =>
    asActor(request, async (...who) => withCookies(reply, { body: null, cookies: await changePassword(...who, body) })),
  )
  mountRoute(app, routes.requestPasswordReset, async ({ body, request }) =>
    requestPasswordReset(context, callerOf(request), body),
  )
  mountRoute(app, routes.resetPassword, async ({ body, request }) => resetPassword(context, callerOf(request), body))
}
