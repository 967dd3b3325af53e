import type { Caller } from '@bollard/access'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { callerOf, type GuardedScope, guardRoutes } from './guard-routes.ts'
import type { CallLimiter } from './rate-limits.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'

interface OperatorPluginOptions {
  readonly context: {
    readonly now: () => Date
    readonly identity: { readonly findActor: (cookieHeader: string | undefined) => Promise<Caller | null> }
  }
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
  readonly limiter: Pick<CallLimiter<'signedIn'>, 'hook'>
}

/**
 * The routes of a service that visitors feed and operators read: those of `anybody` ask nobody who calls, those of `operators` are
 * for people who are signed in, with a limit for each of them. No page calls them from another origin; the sites call from
 * server to server.
 */
export function operatorPlugin(
  { context, clientIp, limiter }: OperatorPluginOptions,
  mount: { readonly anybody: (scope: GuardedScope) => void; readonly operators: (scope: GuardedScope) => void },
): FastifyPluginAsync {
  const { identity, now } = context
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: [] })
    await app.register(async (scope) => mount.anybody(guardRoutes(scope, { clientIp, now })))
    await app.register(async (scope) => {
      const operators = guardRoutes(scope, {
        findCaller: (request) => identity.findActor(request.headers.cookie),
        clientIp,
        now,
      })
      operators.addHook(
        'onRequest',
        limiter.hook('signedIn', (request) => callerOf(request).userId),
      )
      mount.operators(operators)
    })
  }
}
