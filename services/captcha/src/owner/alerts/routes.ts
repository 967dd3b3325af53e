import { type AlertSettings, captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Caller, requireSite } from '../../access/require-site.ts'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordChange } from '../../records/audit/record-change.ts'
import { requireEditor } from '../../access/require-editor.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { askAddresses } from './addresses/ask-addresses.ts'
import { findAddresses } from './addresses/stored-addresses.ts'
import type { AlertPorts } from './alert-ports.ts'
import { findAlertSettings, saveAlertSettings, type VersionedAlertSettings } from './alert-settings.ts'
import { listAlertEvents } from './list-alert-events.ts'
import { mountWebhooks } from '../webhooks/routes.ts'

/** Addresses of people are of no use to a server. */
const personOnly = { personOnly: true }

/** Who is told of what happens on a site, what there was to tell, and the webhooks of the site. */
export function mountAlerts(
  app: FastifyInstance,
  ports: AlertPorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const { db, now, randomBytes } = ports
  const { links, memberOf, nameOf } = ports.alerts.addresses

  const membersAmong = async (
    solutionId: string,
    recipients: AlertSettings['recipients'],
  ): Promise<ReadonlySet<string>> => {
    const found = await Promise.all(
      recipients.map(async ({ email }) => ((await memberOf(email, solutionId)) === null ? [] : [email.toLowerCase()])),
    )
    return new Set(found.flat())
  }
  /** The settings with what became of each address. */
  const describe = async (
    siteId: number,
    { settings, version }: VersionedAlertSettings,
    members: ReadonlySet<string>,
  ) => {
    const known = await findAddresses(db, siteId)
    const stateOf = (address: string) =>
      members.has(address) ? ('MEMBER' as const) : (known.get(address)?.state ?? ('WAITING' as const))
    return {
      ...settings,
      version,
      addresses: settings.recipients.map(({ email }) => ({ email, state: stateOf(email.toLowerCase()) })),
    }
  }

  mountRoute(app, captchaRoutes.getAlertSettings, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER', personOnly)
    const stored = await findAlertSettings(db, site.id)
    return describe(site.id, stored, await membersAmong(site.solutionId, stored.settings.recipients))
  })

  mountRoute(app, captchaRoutes.putAlertSettings, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', personOnly)
    const { site } = editor
    const { version, ...settings } = body
    const at = new Date(now())
    // Outside of the transaction, since other services need connections of their own.
    const members = await membersAmong(site.solutionId, settings.recipients)
    const name = await nameOf(site.solutionId)
    await db.transaction(async (tx) => {
      await lockSite(tx, site.id)
      const old = await findAlertSettings(tx, site.id)
      if (!(await saveAlertSettings(tx, site.id, { settings, version }, at))) throw new ProblemError('version-conflict')
      await askAddresses(
        tx,
        { links, randomBytes },
        { siteId: site.id, name, before: old.settings.recipients, after: settings.recipients, members, at },
      )
      await recordChange(tx, editor, at, { action: 'alert-settings.updated', ...changesOf(old.settings, settings) })
    })
    return describe(site.id, { settings, version: version + 1 }, members)
  })

  mountRoute(app, captchaRoutes.listAlertEvents, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return listAlertEvents(db, site.id, query)
  })

  mountWebhooks(app, ports, actorOf)
}
