import type { Binding } from '@bollard/database'
import { callerOf, guardRoutes, refuseCrossSite } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { openGate } from './access/open-gate.ts'
import { mountAlertAddresses } from './alert-address/routes.ts'
import { mountCaptchas } from './captcha/routes.ts'
import { mountAlerts } from './alert/routes.ts'
import { mountChannels } from './channel/routes.ts'
import { mountConfiguration } from './configuration/routes.ts'
import { mountFigures } from './figures/routes.ts'
import { mountHeartbeatAddresses, mountHeartbeats } from './heartbeat/routes.ts'
import { mountImports } from './imports/routes.ts'
import { mountIncidents } from './incident/routes.ts'
import { mountKeys } from './key/routes.ts'
import { mountMaintenance } from './maintenance/routes.ts'
import { mountMonthReports } from './month-report/routes.ts'
import { mountPages } from './page/routes.ts'
import { createPageStore } from './public/page-store.ts'
import { mountPublicPages } from './public/routes.ts'
import { mountSubscribers, mountSubscriptions } from './subscriber/routes.ts'
import { mountReports } from './report/routes.ts'
import type { IdentityPort, MonitoringContext, SolutionPort } from './monitoring-context.ts'
import { mountProbeCalls } from './probe/routes.ts'
import { mountServices } from './service/routes.ts'

interface RouteOptions {
  /** Binds what a call asks of the database to its solution. */
  readonly binding: Binding
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service, area by area. No page calls them from another origin; the sites call from server to server. */
export function monitoringPlugin(context: MonitoringContext, options: RouteOptions): FastifyPluginAsync {
  const { limiter, now } = context
  const { binding, clientIp } = options
  return async (app) => {
    refuseCrossSite(app, { allowedOrigins: [] })
    await app.register(async (scope) => {
      const guarded = openGate(scope, { ...options, now })
      guarded.addHook(
        'onRequest',
        limiter.hook('signedIn', (request) => callerOf(request).userId),
      )
      const bound = { ...context, db: binding.db }
      mountServices(guarded, bound)
      mountFigures(guarded, bound)
      mountIncidents(guarded, bound)
      mountCaptchas(guarded, bound)
      mountMaintenance(guarded, bound)
      mountHeartbeatAddresses(guarded, bound)
      mountKeys(guarded, bound)
      mountChannels(guarded, bound)
      mountAlerts(guarded, bound)
      mountPages(guarded, bound)
      mountReports(guarded, bound)
      mountSubscribers(guarded, bound)
      mountConfiguration(guarded, bound)
      mountImports(guarded, bound)
      mountMonthReports(guarded, bound)
    })
    await app.register(async (scope) =>
      mountHeartbeats(guardRoutes(scope, { clientIp, now }), { ...context, db: binding.unbound }, clientIp),
    )
    await app.register(async (scope) =>
      mountProbeCalls(guardRoutes(scope, { clientIp, now }), { ...context, db: binding.unbound }, clientIp),
    )
    await app.register(async (scope) =>
      mountAlertAddresses(guardRoutes(scope, { clientIp, now }), { ...context, db: binding.unbound, clientIp }),
    )
    const pages = createPageStore({ db: binding.unbound, now, siteKey: context.status.captcha.siteKey })
    const visited = { ...context, db: binding.unbound, pages, clientIp }
    await app.register(async (scope) => {
      const open = guardRoutes(scope, { clientIp, now })
      mountPublicPages(open, visited)
      mountSubscriptions(open, visited)
    })
  }
}
