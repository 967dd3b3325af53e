import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Caller, requireSite } from '../api/require-site.ts'
import type { AlertPorts } from './alert-ports.ts'
import { findAlertSettings, saveAlertSettings } from './alert-settings.ts'
import { listAlertEvents } from './list-alert-events.ts'
import { mountWebhooks } from './mount-webhooks.ts'

/** Addresses of people are of no use to a server. */
const personOnly = { personOnly: true }

/** Who is told of what happens on a site, what there was to tell, and the webhooks of the site. */
export function mountAlerts(app: FastifyInstance, ports: AlertPorts, actorOf: (request: FastifyRequest) => Actor | Caller): void {
  const { db, now } = ports

  mountRoute(app, captchaRoutes.getAlertSettings, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER', personOnly)
    const { settings, version } = await findAlertSettings(db, site.id)
    return { ...settings, version }
  })

  mountRoute(app, captchaRoutes.putAlertSettings, async ({ params, body, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const { version, ...settings } = body
    if (!(await saveAlertSettings(db, site.id, { settings, version }, new Date(now())))) throw new ProblemError('version-conflict')
    return { ...settings, version: version + 1 }
  })

  mountRoute(app, captchaRoutes.listAlertEvents, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return listAlertEvents(db, site.id, query)
  })

  mountWebhooks(app, ports, actorOf)
}
