import type { Binding } from '@bollard/database'
import { callerOf, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { openGate } from './access/open-gate.ts'
import { mountAllowed } from './allowed/routes.ts'
import { mountLimiters } from './limiter/routes.ts'
import { mountOverrides } from './override/routes.ts'
import type { IdentityPort, ProtectionContext, SolutionPort } from './protection-context.ts'
import { mountSettings } from './settings/routes.ts'

interface RouteOptions {
  /** Binds what a call asks of the database to its solution. */
  readonly binding: Binding
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service, area by area. No page calls them from another origin; the sites call from server to server. */
export function protectionPlugin(context: ProtectionContext, options: RouteOptions): FastifyPluginAsync {
  const { limiter, now, captcha } = context
  const { binding } = options
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: [] })
    await app.register(async (scope) => {
      const guarded = openGate(scope, { ...options, captcha, now })
      guarded.addHook(
        'onRequest',
        limiter.hook('signedIn', (request) => callerOf(request).userId),
      )
      const bound = { ...context, db: binding.db }
      mountSettings(guarded, bound)
      mountLimiters(guarded, bound)
      mountOverrides(guarded, bound)
      mountAllowed(guarded, bound)
    })
  }
}
