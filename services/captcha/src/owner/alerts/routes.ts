import { type AlertSettings, captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import { lockSite } from '../../records/sites/sites.ts'
import { askAddresses } from './addresses/ask-addresses.ts'
import { findAddresses } from './addresses/stored-addresses.ts'
import { findAlertSettings, saveAlertSettings, type VersionedAlertSettings } from './alert-settings.ts'
import type { AlertContext } from './create-alerts.ts'
import { listAlertEvents } from './list-alert-events.ts'

/** Who is told of what happens on a site and what there was to tell. */
export function mountAlerts(app: SiteScope, context: AlertContext): void {
  const { db, now, randomBytes } = context
  const { links, memberOf, nameOf } = context.alerts.addresses

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

  mountRoute(app, captchaRoutes.getAlertSettings, async ({ standing: { site } }) => {
    const stored = await findAlertSettings(db, site.id)
    return describe(site.id, stored, await membersAmong(site.solutionId, stored.settings.recipients))
  })

  mountRoute(app, captchaRoutes.putAlertSettings, async ({ actor, standing: { site }, body, call }) => {
    const { version, ...settings } = body
    const at = now()
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
      await recordAudit(tx, actor, call, at, {
        site,
        action: 'alert-settings.updated',
        ...changesOf(old.settings, settings),
      })
    })
    return describe(site.id, { settings, version: version + 1 }, members)
  })

  mountRoute(app, captchaRoutes.listAlertEvents, async ({ standing: { site }, query }) =>
    listAlertEvents(db, site.id, query),
  )
}
