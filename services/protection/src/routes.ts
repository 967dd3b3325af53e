import type { Binding } from '@bollard/database'
import { callerOf, guardRoutes, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { openGate } from './access/open-gate.ts'
import type { IdentityPort, ProtectionContext, SolutionPort } from './protection-context.ts'
import type { FormParts } from './form-context.ts'
import { mountForms } from './form/routes.ts'
import { mountReviews } from './review/routes.ts'
import { mountSpamFilter } from './spam-filter/routes.ts'
import { mountFormTrials, mountTypedValues, mountValidations } from './validation/routes.ts'
import { mountSettings } from './settings/routes.ts'

interface RouteOptions {
  /** Binds what a call asks of the database to its solution. */
  readonly binding: Binding
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly clientIp: (request: FastifyRequest) => string
  readonly forms: FormParts
}

/** Every route of the service, area by area. Only what widgets ask is called by pages of other origins; the sites call from server to server. */
export function protectionPlugin(context: ProtectionContext, options: RouteOptions): FastifyPluginAsync {
  const { limiter, now, captcha } = context
  const { binding, clientIp, forms } = options
  const unbound = { ...context, ...forms, db: binding.unbound, clientIp }
  return async (app) => {
    // Widgets call from pages of any origin; no cookie is sent or read.
    await app.register(async (scope) => mountTypedValues(guardRoutes(scope, { clientIp, now }), unbound))
    await app.register(async (own) => {
      refuseCrossSite(own, { allowedOrigins: [] })
      await own.register(async (scope) => {
        const guarded = openGate(scope, { ...options, captcha, now })
        guarded.addHook(
          'onRequest',
          limiter.hook('signedIn', (request) => callerOf(request).userId),
        )
        const bound = { ...context, db: binding.db }
        mountSettings(guarded, bound)
        const judging = { ...bound, ...forms }
        mountForms(guarded, judging)
        mountFormTrials(guarded, judging)
        mountReviews(guarded, judging)
        mountSpamFilter(guarded, judging)
      })
      await own.register(async (scope) => mountValidations(guardRoutes(scope, { clientIp, now }), unbound))
    })
  }
}
