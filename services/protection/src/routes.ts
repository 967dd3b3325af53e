import { type Binding, createReads, type Standby } from '@bollard/database'
import { callerOf, guardRoutes, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { openGate } from './access/open-gate.ts'
import { mountAllowed } from './allowed/routes.ts'
import { mountLimiters } from './limiter/routes.ts'
import { mountOverrides } from './override/routes.ts'
import { mountBlockedReports, mountBlockedVisitors } from './blocked/routes.ts'
import { type DecideRoutes, mountDecisions, mountForwardAuth, mountSeenAddresses } from './decide/routes.ts'
import type { IdentityPort, ProtectionContext, SolutionPort } from './protection-context.ts'
import type { FormParts } from './form-context.ts'
import { mountForms } from './form/routes.ts'
import { mountReviews } from './review/routes.ts'
import { mountSpamFilter } from './spam-filter/routes.ts'
import { mountFormTrials, mountTypedValues, mountValidations } from './validation/routes.ts'
import { mountReports, mountSharedReports } from './report/routes.ts'
import { mountSettings } from './settings/routes.ts'
import { mountStatistics } from './statistics/routes.ts'
import { mountWhatIf } from './what-if/routes.ts'

interface RouteOptions {
  /** Binds what a call asks of the database to its solution. */
  readonly binding: Binding
  /** From which statistics and what-if read; by default the primary. */
  readonly standby?: Standby | null | undefined
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly clientIp: (request: FastifyRequest) => string
  /** What decisions are made with; nothing of it is bound, since every statement names its solution. */
  readonly deciding: DecideRoutes
  readonly forms: FormParts
}

/** Every route of the service, area by area. Only what widgets ask is called by pages of other origins; the sites call from server to server. */
export function protectionPlugin(context: ProtectionContext, options: RouteOptions): FastifyPluginAsync {
  const { limiter, now, captcha } = context
  const { binding } = options
  return async (service) => {
    // What a browser said of where it came from says nothing of the proxy that asks.
    await service.register(async (scope) => mountForwardAuth(scope, options.deciding))
    // Widgets call from pages of any origin; no cookie is sent or read.
    await service.register(async (scope) => {
      const asked = { ...context, ...options.forms, db: binding.unbound, clientIp: options.clientIp }
      mountTypedValues(guardRoutes(scope, { clientIp: options.clientIp, now }), asked)
    })
    await service.register(async (app) => {
      refuseCrossSite(app, { allowedOrigins: [] })
      await app.register(async (scope) => {
        const guarded = openGate(scope, { ...options, captcha, now })
        guarded.addHook(
          'onRequest',
          limiter.hook('signedIn', (request) => callerOf(request).userId),
        )
        const reads = createReads(binding.db, options.standby, binding.over)
        const bound = { ...context, db: binding.db, reads }
        mountSettings(guarded, bound)
        mountLimiters(guarded, bound)
        mountOverrides(guarded, bound)
        mountAllowed(guarded, bound)
        mountSeenAddresses(guarded, { ...options.deciding, db: binding.db })
        mountStatistics(guarded, bound)
        mountWhatIf(guarded, bound)
        mountReports(guarded, bound)
        const judging = { ...bound, ...options.forms }
        mountBlockedReports(guarded, judging)
        mountForms(guarded, judging)
        mountFormTrials(guarded, judging)
        mountReviews(guarded, judging)
        mountSpamFilter(guarded, judging)
      })
      await app.register(async (scope) => {
        const open = guardRoutes(scope, { clientIp: options.clientIp, now })
        const unbound = { ...context, db: binding.unbound, clientIp: options.clientIp }
        mountDecisions(open, options.deciding)
        mountBlockedVisitors(open, { ...unbound, box: options.forms.box })
        mountSharedReports(open, unbound)
        mountValidations(open, { ...unbound, ...options.forms })
      })
    })
  }
}
