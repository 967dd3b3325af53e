import type { Site } from '@bollard/contracts'
import { captchaRoutes } from '@bollard/contracts'
import { limitRate, mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { AlertPorts } from './owner/alerts/alert-ports.ts'
import { mountAddresses } from './owner/alerts/addresses/routes.ts'
import { mountAlerts } from './owner/alerts/routes.ts'
import { requireEditor } from './access/require-editor.ts'
import { type EnginePorts, mountEnginePrograms } from './edge/engine/routes.ts'
import { mountEnvironments } from './owner/environments/routes.ts'
import { mountErasures } from './records/erasure/routes.ts'
import { mountExports } from './records/export/routes.ts'
import { mountOutages } from './outage/routes.ts'
import { mountApiKeys } from './owner/api-keys/routes.ts'
import { mountBypassKeys } from './owner/bypass-keys/routes.ts'
import { type CallerPorts, requireCaller } from './access/require-caller.ts'
import type { LookUpNetwork } from './edge/request/network-facts.ts'
import { closeStreams } from './records/live/stream-site.ts'
import type { LogPorts } from './records/log/routes.ts'
import { mountLog } from './records/log/routes.ts'
import type { ProvisionPorts } from './owner/site/provision-site.ts'
import { rotateSecretKey } from './owner/site/provision-site.ts'
import { mountRules } from './owner/rules/routes.ts'
import type { SiteOverview } from './records/sites/sites.ts'
import { mountWhatIf } from './owner/what-if/routes.ts'
import { type FeedbackPorts, mountMembersFeedback } from './records/feedback/routes.ts'
import { requireSite } from './access/require-site.ts'
import { mountSiteSettings, type SettingsPorts } from './owner/settings/routes.ts'
import { findAttacks, type SeenAttack } from './owner/under-attack/find-attacks.ts'
import { describeAttack } from './owner/under-attack/describe-attack.ts'
import { mountStatistics } from './records/statistics/routes.ts'

export interface ApiPorts extends AlertPorts, EnginePorts, LogPorts, CallerPorts, ProvisionPorts, SettingsPorts {
  /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
  readonly refreshFigures: (siteId: number) => Promise<void>
  /** Writes hits of rules that are still gathered. */
  readonly refreshHits: () => Promise<void>
  readonly lookUpNetwork: LookUpNetwork
  readonly blame: FeedbackPorts['blame']
}

/** What the dashboard calls with a person's session, and customers' servers with an API key. */
export function apiRoutes(ports: ApiPorts): FastifyPluginAsync {
  return async (app) => {
    // A server that closes waits for its requests, and a stream would never end by itself.
    app.addHook('preClose', async () => closeStreams(ports.openStreams))
    const { links } = ports.alerts.addresses
    // Whoever reads a mail need not be anybody.
    await app.register(async (scope) => mountAddresses(scope, { ...ports, links }))
    await app.register(async (scope) => mountForCallers(scope, ports))
  }
}

function mountForCallers(app: FastifyInstance, ports: ApiPorts): void {
  const actorOf = requireCaller(app, ports)
  limitRate(app, { key: (request) => actorOf(request).userId, max: 200, windowSeconds: 10, now: ports.now })

  mountRoute(app, captchaRoutes.getSite, async ({ params, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    const attacks = await findAttacks(ports.db, [site.id])
    return describeSite(site, attacks.get(site.id))
  })

  mountRoute(app, captchaRoutes.rotateSecretKey, async ({ params, request }) => {
    const access = { personOnly: true, provenBefore: new Date(ports.now()), evenReadOnly: true }
    return rotateSecretKey(
      ports,
      await requireEditor(ports, request, actorOf(request), params.solutionId, 'ADMIN', access),
    )
  })

  mountAlerts(app, ports, actorOf)
  mountApiKeys(app, ports, actorOf)
  mountBypassKeys(app, ports, actorOf)
  mountEnginePrograms(app, ports, actorOf)
  mountEnvironments(app, ports, actorOf)
  mountRules(app, ports, actorOf)
  mountSiteSettings(app, ports, actorOf)
  mountStatistics(app, ports, actorOf)
  mountLog(app, ports, actorOf)
  mountMembersFeedback(app, ports, actorOf)
  mountOutages(app, ports, actorOf)
  mountExports(app, ports, actorOf)
  mountErasures(app, ports, actorOf)
  mountWhatIf(app, ports, actorOf)
}

function describeSite(site: SiteOverview, attack: SeenAttack | undefined): Site {
  return {
    solutionId: site.solutionId,
    siteKey: site.siteKey,
    secretKey: { prefix: site.prefix, last4: site.last4, createdAt: site.keyCreatedAt.toISOString() },
    domains: [...site.domains],
    firstVerificationAt: site.firstVerificationAt?.toISOString() ?? null,
    firstFetchedAt: site.firstFetchedAt?.toISOString() ?? null,
    underAttack: describeAttack(site.settings, attack),
  }
}
