import type { Binding } from '@bollard/database'
import { type Forwarding, guardRoutes, ProblemError, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAccountRoutes } from './account/routes.ts'
import { mountAdvertisingRoutes } from './advertising/routes.ts'
import { readCall } from './browser/read-call.ts'
import { mountDeletionRoutes } from './deletion/routes.ts'
import { mountEmailChangeRoutes } from './email-change/routes.ts'
import { mountExportRoutes } from './export/routes.ts'
import { mountFactorRemovalRoutes } from './factor-removal/routes.ts'
import type { IdentityContext } from './identity-context.ts'
import { mountLookupRoutes } from './lookup/routes.ts'
import type { MailboxAccess } from './mailbox/open-mailbox.ts'
import { mountMailboxRoutes } from './mailbox/routes.ts'
import { mountOperatorSessionRoutes } from './operator-session/routes.ts'
import { mountPasskeyRoutes } from './passkey/routes.ts'
import { mountPasswordRoutes } from './password/routes.ts'
import { mountPreferenceRoutes, mountUnsubscribeRoutes } from './preferences/routes.ts'
import { mountSecondFactorRoutes } from './second-factor/routes.ts'
import { type Actor, findActor, findProver } from './session/actor.ts'
import type { RouteOptions } from './session/route-options.ts'
import { mountSessionRoutes } from './session/routes.ts'
import { mountProofRoute, mountSignInRoutes } from './sign-in/routes.ts'
import { mountSignUpRoutes } from './sign-up/routes.ts'

const areas = [
  mountSignUpRoutes,
  mountSignInRoutes,
  mountSessionRoutes,
  mountOperatorSessionRoutes,
  mountPasswordRoutes,
  mountSecondFactorRoutes,
  mountPasskeyRoutes,
  mountFactorRemovalRoutes,
  mountAccountRoutes,
  mountEmailChangeRoutes,
  mountPreferenceRoutes,
  mountExportRoutes,
  mountDeletionRoutes,
  mountLookupRoutes,
] as const

export interface IdentityRouteOptions {
  readonly context: IdentityContext
  /** Binds what a signed-in person's call asks of the database to that person. */
  readonly binding: Binding
  readonly clientIp: (request: FastifyRequest) => string
  readonly forwardingOf: (request: FastifyRequest) => Forwarding
  /** Origins whose pages may send changing calls. */
  readonly ownOrigins: readonly string[]
  readonly mailboxAccess: MailboxAccess
}

/** Every route of the service, and what holds for all of them. */
export function identityRoutes({
  context,
  binding,
  clientIp,
  forwardingOf,
  ownOrigins,
  mailboxAccess,
}: IdentityRouteOptions): FastifyPluginAsync {
  return async (open) => {
    refuseCrossSite(open, { allowedOrigins: ownOrigins })
    open.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    const callOf = (request: FastifyRequest) => readCall(request, clientIp(request))
    void open.register(async (scope) => mountUnsubscribeRoutes(scope, { context, callOf }))
    const bound: IdentityContext = {
      ...context,
      db: binding.db,
      inBackground: (work) => context.inBackground(() => binding.free(work)),
    }
    void open.register(async (scope) => {
      const proving = guardRoutes(scope, {
        findCaller: (request) => findProver(context, request.headers.cookie),
        clientIp,
        now: context.now,
      })
      mountProofRoute(proving, { context: bound, callOf })
    })
    void open.register(async (scope) => {
      const actors = new WeakMap<FastifyRequest, Actor>()
      const guarded = guardRoutes(scope, {
        findCaller: async (request) => {
          const actor = await findActor(context, request.headers.cookie)
          if (actor !== null) actors.set(request, actor)
          return actor
        },
        clientIp,
        now: context.now,
      })
      const actorOf = (request: FastifyRequest): Actor => {
        const actor = actors.get(request)
        if (actor === undefined) throw new ProblemError('unauthenticated')
        return actor
      }
      scope.addHook('preHandler', (request, _reply, done) => {
        const actor = actors.get(request)
        if (actor === undefined) done()
        else binding.run({ 'bollard.user': actor.userId }, done)
      })
      const options: RouteOptions = { context: bound, callOf, actorOf, forwardingOf }
      for (const mountArea of areas) mountArea({ open, guarded }, options)
      // Administrators look at everybody's.
      mountAdvertisingRoutes({ open, guarded }, { ...options, context })
      mountMailboxRoutes({ open, guarded }, options, mailboxAccess)
    })
  }
}
