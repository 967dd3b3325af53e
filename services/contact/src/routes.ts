import {
  callerOf,
  createCallLimiter,
  createRepeatedCalls,
  type Gate,
  type GuardedScope,
  guardRoutes,
  refuseCrossSite,
} from '@bollard/http'
import type { Binding } from '@bollard/database'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ContactContext } from './contact-context.ts'
import { mountDemoCalendar, mountDemos } from './demo/routes.ts'
import { mountDocumentationCounts, mountReaders } from './documentation/routes.ts'
import { mountEnquiries, mountVisitors } from './enquiry/routes.ts'
import { mountInbox } from './inbox/routes.ts'
import { rateLimits } from './rate-limits.ts'

interface RouteOptions {
  /** Binds what a person's call asks of the database to that person. */
  readonly binding: Binding
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service, area by area. No page calls them from another origin; the sites call from server to server. */
export function contactPlugin(context: ContactContext, { binding, clientIp }: RouteOptions): FastifyPluginAsync {
  const { now } = context
  const limiter = createCallLimiter('contact', rateLimits, context)
  const account = (request: FastifyRequest) => callerOf(request).userId
  const gate = {
    findCaller: (request) => context.identity.findActor(request.headers.cookie),
    clientIp,
    now,
    // Kept by caller, before anything is bound.
    repeatedCalls: createRepeatedCalls({ db: binding.unbound, schema: 'contact', now }),
  } satisfies Gate
  const guard = (scope: Parameters<typeof guardRoutes>[0]): GuardedScope => {
    const guarded = guardRoutes(scope, gate)
    guarded.addHook('onRequest', limiter.hook('signedIn', account))
    return guarded
  }
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: [] })
    await app.register(async (scope) => {
      const own = guard(scope)
      own.addHook('preHandler', (request, _reply, done) => binding.run({ 'bollard.user': account(request) }, done))
      mountEnquiries(own, { ...context, db: binding.db }, limiter)
    })
    // Operators see everybody's.
    await app.register(async (scope) => {
      const operators = guard(scope)
      mountInbox(operators, { ...context, db: binding.unbound })
      mountDemoCalendar(operators, { ...context, db: binding.unbound })
      mountDocumentationCounts(operators, { ...context, db: binding.unbound })
    })
    await app.register(async (scope) => {
      const anybody = guardRoutes(scope, { clientIp, now })
      mountReaders(anybody, { ...context, db: binding.unbound }, limiter)
      mountVisitors(anybody, { ...context, db: binding.unbound }, limiter)
      mountDemos(anybody, { ...context, db: binding.unbound }, limiter)
    })
  }
}
