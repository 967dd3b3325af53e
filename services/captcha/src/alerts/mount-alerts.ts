import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Caller, requireSite } from '../api/require-site.ts'
import { changesOf } from '../audit/changes-of.ts'
import { recordChange } from '../audit/record-change.ts'
import { requireEditor } from '../audit/require-editor.ts'
import { lockSite } from '../keys/secret-keys.ts'
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
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const { site } = editor
    const { version, ...settings } = body
    const at = new Date(now())
    await db.transaction(async (tx) => {
      await lockSite(tx, site.id)
      const old = await findAlertSettings(tx, site.id)
      if (!(await saveAlertSettings(tx, site.id, { settings, version }, at))) throw new ProblemError('version-conflict')
      await recordChange(tx, editor, at, { action: 'alert-settings.updated', ...changesOf(old.settings, settings) })
    })
    return { ...settings, version: version + 1 }
  })

  mountRoute(app, captchaRoutes.listAlertEvents, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return listAlertEvents(db, site.id, query)
  })

  mountWebhooks(app, ports, actorOf)
}
